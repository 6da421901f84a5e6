// The calls of lab 11 with their expected results: the sparse products with a matrix in CSR form,
// and the dense ones. The suite sends them, and main.cpp makes the same calls by hand.
#pragma once

#include <cmath>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "program/csr.hpp"
#include "runner/expected.hpp"
#include "runner/inputs.hpp"
#include "runner/problem.hpp"

namespace lab11 {

using runner::Csr, runner::InputKind, runner::Problem, runner::RowShape;

struct Vectors {
    std::vector<float> x, b;
};

inline Vectors make_vectors(int n, int m, InputKind kind, std::uint64_t seed) {
    Vectors made{std::vector<float>(static_cast<std::size_t>(m)),
                 std::vector<float>(static_cast<std::size_t>(n))};
    runner::fill(made.x, kind, seed, "x");
    runner::fill(made.b, kind, seed, "b");
    return made;
}

// ---- Sparse: y = A x + b.

/// In whatever order the products of a row are added, each of them takes part in one multiplication
/// and at most as many additions as there are products. Sums of small integers are exact.
inline runner::Expected csr_element(const Csr& A, const Vectors& in, int row, bool exact) {
    const auto at = [](const auto& values, int i) { return values[static_cast<std::size_t>(i)]; };
    double sum = at(in.b, row), magnitude = std::abs(sum);
    for (int k = at(A.row_start, row); k < at(A.row_start, row + 1); ++k) {
        const double product = double(at(A.value, k)) * at(in.x, at(A.column, k));
        sum += product;
        magnitude += std::abs(product);
    }
    const double length = at(A.row_start, row + 1) - at(A.row_start, row);
    return {sum, exact ? 0 : runner::gamma(length + 1) * magnitude};
}

inline int longest_row(const Csr& A) {
    int longest = 0;
    for (std::size_t row = 0; row < static_cast<std::size_t>(A.rows); ++row)
        longest = std::max(longest, A.row_start[row + 1] - A.row_start[row]);
    return longest;
}

/// One of the csr_ functions.
inline Problem csr_problem(const std::string& function, const Csr& A, const Vectors& in,
                           bool exact) {
    Problem problem(function);
    problem.size("n", A.rows).size("m", A.columns).size("nonzeros", A.nonzeros());
    problem.measure("length", longest_row(A));
    problem.input("row_start", A.row_start).input("columns", A.column).input("values", A.value);
    problem.input("x", in.x).input("b", in.b);
    problem
        .output<float>(
            "y", {static_cast<std::size_t>(A.rows)},
            [=](std::size_t i) { return csr_element(A, in, static_cast<int>(i), exact); })
        .is_added_to();
    return problem.words(std::to_string(A.rows) + " x " + std::to_string(A.columns) + " with " +
                         std::to_string(A.nonzeros()) +
                         (A.nonzeros() == 1 ? " nonzero" : " nonzeros"));
}

/// A matrix whose rows are of one kind, with `length` nonzeros on average.
struct Rows {
    RowShape shape = RowShape::uniform;
    int n = 1, m = 1, length = 1;
};

inline Csr make_rows(const Rows& rows, InputKind kind, std::uint64_t seed) {
    return runner::make_csr(runner::row_lengths(rows.shape, rows.n, rows.length, seed), rows.m,
                            kind, seed);
}

inline Problem csr_problem(const std::string& function, const Rows& rows, InputKind kind,
                           std::uint64_t seed) {
    Problem problem =
        csr_problem(function, make_rows(rows, kind, seed), make_vectors(rows.n, rows.m, kind, seed),
                    kind == InputKind::integers);
    problem.words(std::string(runner::words_of(rows.shape)) + ", " + problem.words());
    return problem.by_hand("--shape " + std::string(runner::name_of(rows.shape)) + " --rows " +
                           std::to_string(rows.n) + " --cols " + std::to_string(rows.m) +
                           " --length " + std::to_string(rows.length) + " --inputs " +
                           std::string(runner::name_of(kind)) + " --seed " + std::to_string(seed));
}

// ---- Dense: the same with A[i * pitch + j].

struct Dense {
    int n = 1, m = 1, pitch = 8;
};

/// Between the rows of A there are NaNs, which must not be added to anything.
inline std::vector<float> make_dense(const Dense& dense, InputKind kind, std::uint64_t seed) {
    const auto n = static_cast<std::size_t>(dense.n), m = static_cast<std::size_t>(dense.m),
               pitch = static_cast<std::size_t>(dense.pitch);
    std::vector<float> elements(n * m), A(n * pitch, std::numeric_limits<float>::quiet_NaN());
    runner::fill(elements, kind, seed, "A");
    for (std::size_t i = 0; i < n; ++i)
        for (std::size_t j = 0; j < m; ++j) A[i * pitch + j] = elements[i * m + j];
    return A;
}

inline Problem dense_problem(const std::string& function, const Dense& dense,
                             const std::vector<float>& A, const Vectors& in, bool exact) {
    const auto expected = [=](std::size_t i) {
        double sum = in.b[i], magnitude = std::abs(sum);
        for (std::size_t j = 0; j < in.x.size(); ++j) {
            const double product =
                double(A[i * static_cast<std::size_t>(dense.pitch) + j]) * in.x[j];
            sum += product;
            magnitude += std::abs(product);
        }
        return runner::Expected{sum, exact ? 0 : runner::gamma(dense.m + 1) * magnitude};
    };
    Problem problem(function);
    problem.size("n", dense.n).size("m", dense.m).size("pitch", dense.pitch);
    problem.input("A", A).input("x", in.x).input("b", in.b);
    problem.output<float>("y", {static_cast<std::size_t>(dense.n)}, expected);
    return problem.words(std::to_string(dense.n) + " x " + std::to_string(dense.m) + ", pitch " +
                         std::to_string(dense.pitch));
}

inline Problem dense_problem(const std::string& function, const Dense& dense, InputKind kind,
                             std::uint64_t seed) {
    Problem problem =
        dense_problem(function, dense, make_dense(dense, kind, seed),
                      make_vectors(dense.n, dense.m, kind, seed), kind == InputKind::integers);
    return problem.by_hand("--rows " + std::to_string(dense.n) + " --cols " +
                           std::to_string(dense.m) + " --pitch " + std::to_string(dense.pitch) +
                           " --inputs " + std::string(runner::name_of(kind)) + " --seed " +
                           std::to_string(seed));
}

}  // namespace lab11
