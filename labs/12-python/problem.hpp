// The problems of lab 12: products of matrices, the same for the suite and for a run by hand.
#pragma once

#include <cmath>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <utility>
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

/// For each number of A and B but 0 another one of them, which reaches the device in its place: who
/// sees A and B alone cannot tell what the product of those is.
inline std::map<float, float> stand_ins(const std::vector<float>& a, const std::vector<float>& b,
                                        std::uint64_t seed) {
    std::set<float> all(a.begin(), a.end());
    all.insert(b.begin(), b.end());
    all.erase(0);
    std::vector<float> shuffled(all.begin(), all.end());
    for (std::size_t i = shuffled.size(); i > 1; --i)
        std::swap(shuffled[i - 1], shuffled[runner::mix(seed, std::to_string(i)) % i]);
    std::map<float, float> result;
    auto next = shuffled.begin();
    for (const float number : all) result[number] = *next++;
    return result;
}

inline void replace_by(const std::map<float, float>& stand_ins, std::vector<float>& numbers) {
    for (float& number : numbers)
        if (number != 0) number = stand_ins.at(number);
}

inline runner::Problem problem(const std::string& function, Shape s, runner::InputKind kind,
                               std::uint64_t seed, bool by_stand_ins = false) {
    const auto given_a = matrix(s.m, s.k, kind, seed, "a"),
               given_b = matrix(s.k, s.n, kind, seed, "b");
    auto a = given_a, b = given_b;
    if (by_stand_ins)
        for (auto* numbers : {&a, &b}) replace_by(stand_ins(given_a, given_b, seed), *numbers);
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
        .input("a", given_a)
        .input("b", given_b)
        .output<float>("c", {std::size_t(s.m), std::size_t(s.n)}, expected)
        .words(words(s))
        .by_hand("--m " + std::to_string(s.m) + " --n " + std::to_string(s.n) + " --k " +
                 std::to_string(s.k) + " --seed " + std::to_string(seed) +
                 (exact ? " --integers 1" : ""));
}

/// The product of what the device gets in place of A and B: right only where a kernel makes it.
inline runner::Problem stand_in_problem(Shape s, std::uint64_t seed) {
    auto made = problem("multiply", s, runner::InputKind::reals, seed, true);
    made.size("stand_ins", static_cast<std::int64_t>(seed));
    made.words(words(s) + ", where other numbers reach the device than Python has: what it computes "
                          "by itself is another product");
    return made.by_hand("");
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
