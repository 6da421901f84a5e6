// The problems of lab 12: products of matrices, for the suite and for runs by hand.
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

struct Factors {
    std::vector<float> a, b;
};

/// Each number is replaced by another one, equal ones by equal ones. 0 and 1 stay: a program may
/// use them as constants. So do 2 and -2: as floats behind a 0 they look like themselves as
/// doubles. 32 behaves in the same way to 3, and is never drawn.
inline Factors exchanged(Factors factors, runner::InputKind kind, std::uint64_t seed) {
    const bool whole = kind == runner::InputKind::integers;
    const std::uint64_t stream = runner::mix(seed, "exchanged");
    std::uint64_t drawn = 0;
    const auto other = [&] {
        const std::uint64_t bits = runner::bits_of(stream, drawn++);
        constexpr int most = 99;  // so that nobody tries all possible numbers
        return whole ? static_cast<float>(static_cast<int>(bits % (2 * most + 1)) - most)
                     : runner::unit(bits);
    };
    std::map<float, float> images{{0.f, 0.f}, {1.f, 1.f}, {2.f, 2.f}, {-2.f, -2.f}};
    std::set<float> taken{0, 1, 2, -2, 32, -32};
    for (auto* const numbers : {&factors.a, &factors.b})
        for (float& number : *numbers) {
            const auto [image, is_new] = images.try_emplace(number);
            while (is_new && !taken.insert(image->second = other()).second) {
            }
            number = image->second;
        }
    return factors;
}

/// Where the numbers of A and B come from: a seed, and, if there are others in their places, the
/// seed of these. Who has found out one of the two does not know the other.
struct Seeds {
    std::uint64_t numbers = 0, others = 0;
};

inline Factors factors(Shape s, runner::InputKind kind, Seeds seeds) {
    Factors drawn{matrix(s.m, s.k, kind, seeds.numbers, "a"),
                  matrix(s.k, s.n, kind, seeds.numbers, "b")};
    return seeds.others == 0 ? drawn : exchanged(std::move(drawn), kind, seeds.others);
}

/// The options of the lab's program that make the same call.
inline std::string options(Shape s, runner::InputKind kind, Seeds seeds) {
    return "--m " + std::to_string(s.m) + " --n " + std::to_string(s.n) + " --k " +
           std::to_string(s.k) + " --seed " + std::to_string(seeds.numbers) +
           (kind == runner::InputKind::integers ? " --integers 1" : "") +
           (seeds.others == 0 ? "" : " --others " + std::to_string(seeds.others));
}

inline runner::Problem problem(const std::string& function, Shape s, runner::InputKind kind,
                               Seeds seeds) {
    const auto [a, b] = factors(s, kind, seeds);
    const bool exact = kind == runner::InputKind::integers;
    const auto expected = [=, a = a, b = b](std::size_t index) {
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
        .by_hand(options(s, kind, seeds));
}

/// The same for multiply, with arguments of type float64.
inline runner::Problem doubles_problem(Shape s, Seeds seeds) {
    constexpr auto kind = runner::InputKind::integers;
    return problem("multiply", s, kind, seeds)
        .size("doubles", 1)
        .words(words(s) + " of float64, stored column by column")
        .by_hand(options(s, kind, seeds) + " --doubles 1");
}

/// How many words that come back from the device are compared: those of all three matrices, several
/// times or as doubles, or in tiles where the matrices are small.
inline std::size_t most_back(Shape s) {
    const auto all = std::size_t(s.m) * s.k + std::size_t(s.k) * s.n + std::size_t(s.m) * s.n;
    return (std::size_t{1} << 16) + 6 * all;
}

/// What compare() returns for a size: the size, the seconds of the product on the device, the
/// seconds of NumPy's, and the largest difference between the two.
inline constexpr std::size_t numbers_per_row = 4;

}  // namespace product
