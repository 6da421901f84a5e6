// Adapts lab 13's product to harness.hpp: a row-major A without padding, and its transpose, with
// factors that are neither 0 nor 1.
#include "lab.hpp"
#include "runner/matvec.hpp"

namespace {

constexpr Scalar alpha{1.5f, nullptr}, beta{0.5f, nullptr};

void multiply(Operation operation, const runner::MatvecCall& c) {
    gemv(Layout::row_major, operation, c.n, c.m, alpha, c.A, c.m, c.x, 1, beta, c.y, 1, nullptr);
}

}  // namespace

int main(int argc, char** argv) {
    using runner::Matvec, runner::MatvecCall;
    runner::Program program{"13-capstone", "for the validation"};
    const Matvec along{"gemv", [](const MatvecCall& c) { multiply(Operation::plain, c); }};
    // In this layout of the runner's, y has an element for each column of the same A.
    const Matvec across{"gemv, transposed",
                        [](const MatvecCall& c) { multiply(Operation::transposed, c); },
                        runner::Memory::device, runner::Layout::column_major_transposed};
    runner::declare(program, {along, across});
    return program.run(argc, argv);
}
