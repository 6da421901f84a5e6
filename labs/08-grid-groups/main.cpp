// The program of lab 08: both rungs, for the grader and for runs by hand. With --compare, compares
// them with the three ways of the student's lab 07. sx, sy and blocks are not checked here, since
// the functions themselves must reject wrong ones.
#include <limits>

#include "../07-atomics/lab.hpp"
#include "lab.hpp"
#include "program/split_comparison.hpp"
#include "runner/matvec.hpp"

// Missing in a program that was built without lab 07: see `also` in lab.toml.
[[gnu::weak]] decltype(repeated_launches) repeated_launches;
[[gnu::weak]] decltype(shared_atomics) shared_atomics;
[[gnu::weak]] decltype(atomics_only) atomics_only;

namespace {

using runner::Matvec, runner::MatvecCall;

/// Space for the partial sums of n rows, however narrow the blocks are.
std::size_t partial_sums(int n, int) {
    return static_cast<std::size_t>(n) * ((n + 1) / 2);
}

std::vector<Matvec> ways_of_lab_07() {
    if (!repeated_launches) return {};
    Matvec launches{"repeated launches", [](const MatvecCall& c) {
                        repeated_launches(c.n, c.number("sx"), c.number("sy"), c.y, c.A, c.x, c.b,
                                          c.scratch("buff1"), c.scratch("buff2"));
                    }};
    launches.scratch("buff1", partial_sums).scratch("buff2", partial_sums);
    Matvec shared{"shared + atomics", [](const MatvecCall& c) {
                      shared_atomics(c.n, c.number("sx"), c.number("sy"), c.y, c.A, c.x, c.b);
                  }};
    Matvec atomics{"atomics only", [](const MatvecCall& c) {
                       atomics_only(c.n, c.number("sx"), c.number("sy"), c.y, c.A, c.x, c.b);
                   }};
    return {launches, shared, atomics};
}

}  // namespace

int main(int argc, char** argv) {
    constexpr int any = std::numeric_limits<int>::max();
    runner::Program program{"08-grid-groups", "y = Ax + b for a square A in one launch"};
    program.square().default_shape(1000, 1000);
    program.number({"sx", 32, 0, any, "threads of a block in x"});
    program.number({"sy", 8, 0, any, "threads of a block in y"});
    program.number({"blocks", 0, 0, any, "grid_groups: blocks of the grid; 0: as many as fit"});
    Matvec grid{"grid_groups", [](const MatvecCall& c) {
                    grid_groups(c.n, c.number("sx"), c.number("sy"), c.number("blocks"), c.y, c.A,
                                c.x, c.b, c.scratch("partial"));
                }};
    Matvec last{"last_block", [](const MatvecCall& c) {
                    last_block(c.n, c.number("sx"), c.number("sy"), c.y, c.A, c.x, c.b,
                               c.scratch("partial"));
                }};
    grid.scratch("partial", partial_sums);
    last.scratch("partial", partial_sums);
    runner::declare(program, {grid, last});
    auto ways = ways_of_lab_07();
    ways.insert(ways.end(), {grid, last});
    runner::declare_split_comparison(program, ways);
    return program.run(argc, argv);
}
