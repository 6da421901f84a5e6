// The problems of lab 12: products of matrices, the same for the suite and for a run by hand.
#pragma once

#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include "runner/inputs.hpp"
#include "runner/problem.hpp"

namespace product {

/// C = A B: A is m x k, B is k x n, all row-major.
struct Shape {
    int m = 1, n = 1, k = 1;
};

inline std::string words(const Shape& s) {
    const auto by = [](int rows, int columns) {
        return std::to_string(rows) + " x " + std::to_string(columns);
    };
    return by(s.m, s.k) + " times " + by(s.k, s.n);
}

inline std::vector<float> matrix(int rows, int columns, runner::InputKind kind, std::uint64_t seed,
                                 const char* name) {
    std::vector<float> values(static_cast<std::size_t>(rows) * columns);
    runner::fill(values, kind, seed, name);
    return values;
}

inline runner::Problem problem(const std::string& function, Shape s, runner::InputKind kind,
                               std::uint64_t seed) {
    const auto a = matrix(s.m, s.k, kind, seed, "a"), b = matrix(s.k, s.n, kind, seed, "b");
    const bool exact = kind == runner::InputKind::integers;
    const auto expected = [=](std::size_t element) {
        const std::size_t row = element / s.n, column = element % s.n;
        double sum = 0, magnitudes = 0;
        for (int i = 0; i < s.k; ++i) {
            const double term = double(a[row * s.k + i]) * b[i * std::size_t(s.n) + column];
            sum += term;
            magnitudes += std::abs(term);
        }
        return runner::Expected{sum, exact ? 0 : runner::gamma(s.k + 1) * magnitudes};
    };
    return runner::Problem(function)
        .size("m", s.m)
        .size("n", s.n)
        .size("k", s.k)
        .input("a", a)
        .input("b", b)
        .output<float>("c", {std::size_t(s.m), std::size_t(s.n)}, expected)
        .words(words(s))
        .by_hand("--m " + std::to_string(s.m) + " --n " + std::to_string(s.n) + " --k " +
                 std::to_string(s.k) + " --seed " + std::to_string(seed) +
                 (exact ? " --integers 1" : ""));
}

/// The same of multiply, which is handed float64.
inline runner::Problem doubles_problem(Shape s, std::uint64_t seed) {
    auto made = problem("multiply", s, runner::InputKind::integers, seed);
    made.size("doubles", 1).words(words(s) + " of float64").by_hand(
        "--m " + std::to_string(s.m) + " --n " + std::to_string(s.n) + " --k " + std::to_string(s.k) +
        " --seed " + std::to_string(seed) + " --integers 1 --doubles 1");
    return made;
}

/// What compare() returns for a size: the size, seconds of the product on the device, seconds of
/// NumPy's, and the largest difference between the two.
inline constexpr std::size_t numbers_a_row = 4;

}  // namespace product
