// The program of lab 10: five products for the grader and for runs by hand, and the comparison from
// one thread per element up to cuBLAS (--ladder).
#include "lab.hpp"
#include "problem.hpp"
#include "program/product_ladder.hpp"
#include "runner/bind.hpp"
#include "runner/show.hpp"

namespace {

using runner::DemonstrationOptions;
using runner::Program;

constexpr int longest = 1 << 13;

int show(const Program& program, const DemonstrationOptions& options) {
    const auto& numbers = options.numbers;
    const tiled_matmul::Shape shape{numbers.at("m"), numbers.at("n"), numbers.at("k")};
    tiled_matmul::Numbers own;
    if (options.function == "multiply_tiled") own["tile"] = numbers.at("tile");
    const auto kind =
        numbers.at("integers") ? runner::InputKind::integers : runner::InputKind::reals;
    return runner::show(
        program, tiled_matmul::make_problem(options.function, shape, kind, options.seed, own));
}

}  // namespace

int main(int argc, char** argv) {
    Program program{"10-tiled-matmul", "C = A B in tiles"};
    program.no_matrix();
    program.number({"m", 200, 1, longest, "rows of A and of C"});
    program.number({"n", 150, 1, longest, "columns of B and of C"});
    program.number({"k", 100, 0, longest, "columns of A, rows of B"});
    program.number({"tile", 16, 0, 1 << 20, "multiply_tiled: rows and columns of a tile"});
    program.number({"integers", 0, 0, 1, "1: small integers, whose sums are exact"});
    program.function("multiply_tiled",
                     runner::bind(multiply_tiled, {"m", "n", "k", "tile", "C", "A", "B"}));
    program.function("textbook", runner::bind(textbook, {"m", "n", "k", "C", "A", "B"}));
    program.function("strips", runner::bind(strips, {"m", "n", "k", "C", "A", "B"}));
    program.function("multiply_registers",
                     runner::bind(multiply_registers, {"m", "n", "k", "C", "A", "B"}));
    program.function("multiply_vectors",
                     runner::bind(multiply_vectors, {"m", "n", "k", "C", "A", "B"}));
    program.demonstration(
        [&](const DemonstrationOptions& options) { return show(program, options); });
    const auto tiled = [](int tile) {
        return [tile](int m, int n, int k, float* C, const float* A, const float* B) {
            multiply_tiled(m, n, k, tile, C, A, B);
        };
    };
    runner::declare_product_ladder(program, {{"multiply_tiled, tile 16", tiled(16)},
                                             {"multiply_tiled, tile 32", tiled(32)},
                                             {"strips", strips},
                                             {"multiply_registers", multiply_registers},
                                             {"multiply_vectors", multiply_vectors}});
    return program.run(argc, argv);
}
