// The lab's program: the function that the grader may call, and the same problem as a
// demonstration.
#include "lab.hpp"
#include "problem.hpp"
#include "runner/bind.hpp"
#include "runner/show.hpp"

int main(int argc, char** argv) {
    runner::Program program{"@SLUG@", "y += a x"};
    program.no_matrix().number({"n", 1000, 1, 1 << 26, "elements of x and y"});
    program.function("@NAME@", runner::bind(@NAME@, {"n", "a", "y", "x"}));
    program.demonstration([&](const runner::DemonstrationOptions& options) {
        return runner::show(program, @NAMESPACE@::problem(options.numbers.at("n"), options.seed));
    });
    return program.run(argc, argv);
}
