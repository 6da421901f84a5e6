// The problems of lab 12: products of matrices, for the suite and for runs by hand.
#pragma once

#include <algorithm>
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

/// The product of row i of A and column j of B, and the sum of the magnitudes of its terms.
struct Element {
    double sum = 0, magnitudes = 0;
};

inline Element element(Shape s, const std::vector<float>& a, const std::vector<float>& b,
                       std::size_t index) {
    const std::size_t row = index / s.n, column = index % s.n;
    Element made;
    for (int i = 0; i < s.k; ++i) {
        const double term = double(a[row * s.k + i]) * b[i * std::size_t(s.n) + column];
        made.sum += term;
        made.magnitudes += std::abs(term);
    }
    return made;
}

/// Replaces each number of A and B except 0 by another one, which reaches the device instead. Only
/// a kernel can compute their product. Also holds that product, and that of A and B.
struct StandIns {
    struct Result {
        double there, bound, here;
    };
    std::map<float, float> numbers;
    std::vector<Result> results;

    /// Whether no two elements of the product are so close that rounding could confuse them.
    bool are_apart() const {
        std::vector<double> sums;
        for (const Result& result : results) sums.push_back(result.there);
        std::sort(sums.begin(), sums.end());
        return std::adjacent_find(sums.begin(), sums.end(), [](double one, double next) {
                   return next - one < 8e-7 * std::max(1.0, std::abs(next));
               }) == sums.end();
    }
};

inline StandIns shuffled(Shape s, const std::vector<float>& a, const std::vector<float>& b,
                         std::uint64_t seed) {
    std::set<float> all(a.begin(), a.end());
    all.insert(b.begin(), b.end());
    all.erase(0);
    std::vector<float> order(all.begin(), all.end());
    for (std::size_t i = order.size(); i > 1; --i)
        std::swap(order[i - 1], order[runner::mix(seed, std::to_string(i)) % i]);
    StandIns made;
    auto next = order.begin();
    for (const float number : all) made.numbers[number] = *next++;
    auto on_device = std::pair(a, b);
    for (auto* numbers : {&on_device.first, &on_device.second})
        for (float& number : *numbers)
            if (number != 0) number = made.numbers.at(number);
    for (std::size_t i = 0; i < std::size_t(s.m) * s.n; ++i) {
        const Element there = element(s, on_device.first, on_device.second, i);
        made.results.push_back(
            {there.sum, runner::gamma(s.k + 1) * there.magnitudes, element(s, a, b, i).sum});
    }
    return made;
}

inline StandIns stand_ins(Shape s, const std::vector<float>& a, const std::vector<float>& b,
                          std::uint64_t seed) {
    StandIns made = shuffled(s, a, b, seed);
    for (int tries = 0; tries < 10 && !made.are_apart(); ++tries)
        made = shuffled(s, a, b, seed = runner::mix(seed));
    return made;
}

inline runner::Problem problem(const std::string& function, Shape s, runner::InputKind kind,
                               std::uint64_t seed) {
    const auto a = matrix(s.m, s.k, kind, seed, "a"), b = matrix(s.k, s.n, kind, seed, "b");
    const bool exact = kind == runner::InputKind::integers;
    const auto expected = [=](std::size_t index) {
        const auto [sum, magnitudes] = element(s, a, b, index);
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

/// The same, while the device has other numbers in place of A's and B's, which `stand_ins` decides:
/// the right result comes back only if a kernel computes the product. The call's result is a digest
/// of what the script sent to the device.
inline runner::Problem stand_in_problem(Shape s, std::uint64_t seed, int stand_ins) {
    auto made = problem("multiply", s, runner::InputKind::reals, seed);
    made.size("stand_ins", stand_ins);
    made.words(words(s) + ", where other numbers reach the device than Python has");
    return made.by_hand("");
}

/// The same for multiply, with arguments of type float64.
inline runner::Problem doubles_problem(Shape s, std::uint64_t seed) {
    auto made = problem("multiply", s, runner::InputKind::integers, seed);
    made.size("doubles", 1)
        .words(words(s) + " of float64")
        .by_hand("--m " + std::to_string(s.m) + " --n " + std::to_string(s.n) + " --k " +
                 std::to_string(s.k) + " --seed " + std::to_string(seed) +
                 " --integers 1 --doubles 1");
    return made;
}

/// What compare() returns for a size: the size, the seconds of the product on the device, the
/// seconds of NumPy's, and the largest difference between the two.
inline constexpr std::size_t numbers_a_row = 4;

}  // namespace product
