// The program of lab 07: the three rungs and the hunt, for the grader and for runs by hand. sx and
// sy are not checked here, since the functions themselves must reject wrong ones.
#include <limits>

#include "lab.hpp"
#include "runner/matvec.hpp"

namespace {

/// Space for the partial sums of n rows, however narrow the blocks are.
std::size_t partial_sums(int n, int) {
    return static_cast<std::size_t>(n) * ((n + 1) / 2);
}

std::size_t two_of_them(int n, int m) {
    return 2 * partial_sums(n, m);
}

void declare_functions(runner::Program& program) {
    using runner::Matvec, runner::MatvecCall;
    Matvec launches{"repeated_launches", [](const MatvecCall& c) {
                        repeated_launches(c.n, c.number("sx"), c.number("sy"), c.y, c.A, c.x, c.b,
                                          c.scratch("buff1"), c.scratch("buff2"));
                    }};
    launches.scratch("buff1", partial_sums).scratch("buff2", partial_sums);
    Matvec shared{"shared_atomics", [](const MatvecCall& c) {
                      shared_atomics(c.n, c.number("sx"), c.number("sy"), c.y, c.A, c.x, c.b);
                  }};
    Matvec atomics{"atomics_only", [](const MatvecCall& c) {
                       atomics_only(c.n, c.number("sx"), c.number("sy"), c.y, c.A, c.x, c.b);
                   }};
    Matvec hunt{"one_buffer", [](const MatvecCall& c) {
                    one_buffer(c.n, c.number("sx"), c.number("sy"), c.y, c.A, c.x, c.b,
                               c.scratch("buff"));
                }};
    hunt.scratch("buff", two_of_them);
    runner::declare(program, {launches, shared, atomics, hunt});
}

}  // namespace

int main(int argc, char** argv) {
    constexpr int any = std::numeric_limits<int>::max();
    runner::Program program{"07-atomics",
                            "y = Ax + b for a square A, a row split over many blocks"};
    program.square().default_shape(1000, 1000);
    program.number({"sx", 32, 0, any, "threads of a block in x"});
    program.number({"sy", 8, 0, any, "threads of a block in y"});
    declare_functions(program);
    return program.run(argc, argv);
}
