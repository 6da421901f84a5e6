#include "runner/matvec_problem.hpp"

#include <cmath>

namespace runner {

namespace {

// Columns 2k and 2k+1 get the same x and nearly opposite A, so that their products almost cancel,
// and the sum is far smaller than its terms.
void pair_columns(MatvecProblem& problem) {
    for (int j = 1; j < problem.m; j += 2) {
        problem.x[j] = problem.x[j - 1];
        for (int i = 0; i < problem.n; ++i) {
            float& a = problem.A[problem.at(i, j)];
            a = a * 0x1p-12f - problem.A[problem.at(i, j - 1)];
        }
    }
}

}  // namespace

MatvecProblem make_matvec_problem(int rows, int columns, Layout layout, InputKind kind,
                                  std::uint64_t seed) {
    const bool transposed = layout == Layout::column_major_transposed;
    MatvecProblem problem;
    problem.n = transposed ? columns : rows;
    problem.m = transposed ? rows : columns;
    problem.layout = layout;
    problem.A.resize(static_cast<std::size_t>(rows) * columns);
    problem.x.resize(problem.m);
    problem.b.resize(problem.n);
    fill(problem.A, kind, seed, "A");
    fill(problem.x, kind, seed, "x");
    fill(problem.b, kind, seed, "b");
    problem.rounds = kind == InputKind::reals || kind == InputKind::cancellation;
    if (kind == InputKind::cancellation) pair_columns(problem);
    return problem;
}

Expected expected_element(const MatvecProblem& problem, int i) {
    double value = problem.b[i];
    double magnitude = std::abs(value);
    for (int j = 0; j < problem.m; ++j) {
        const double product = static_cast<double>(problem.A[problem.at(i, j)]) * problem.x[j];
        value += product;
        magnitude += std::abs(product);
    }
    if (!problem.rounds || !std::isfinite(value)) return {value, 0};
    return {value, gamma(problem.m + 1) * magnitude};
}

std::optional<int> first_wrong(const MatvecProblem& problem, std::span<const float> y) {
    for (int i = 0; i < problem.n; ++i)
        if (!is_right(expected_element(problem, i), y[i])) return i;
    return std::nullopt;
}

}  // namespace runner
