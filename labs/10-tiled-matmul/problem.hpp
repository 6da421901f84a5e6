// The problems of lab 10: C = A B from a shape, a kind of inputs and a seed, for the suite and for
// runs by hand.
#pragma once

#include <cmath>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "runner/inputs.hpp"
#include "runner/problem.hpp"

namespace tiled_matmul {

/// C has m rows and n columns; the sums have k terms.
struct Shape {
    int m = 1, n = 1, k = 1;

    std::string words() const {
        return std::to_string(m) + " x " + std::to_string(n) + " sums of " + std::to_string(k);
    }
    std::string options() const {
        return "--m " + std::to_string(m) + " --n " + std::to_string(n) + " --k " +
               std::to_string(k);
    }
};

struct Inputs {
    std::vector<float> A, B;
    bool exact = true;  // every partial sum is a whole number below 2^24
};

inline Inputs make_inputs(Shape shape, runner::InputKind kind, std::uint64_t seed) {
    Inputs inputs{.A = std::vector<float>(static_cast<std::size_t>(shape.m) * shape.k),
                  .B = std::vector<float>(static_cast<std::size_t>(shape.k) * shape.n),
                  .exact = kind != runner::InputKind::reals};
    runner::fill(inputs.A, kind, seed, "A");
    runner::fill(inputs.B, kind, seed, "B");
    return inputs;
}

/// One element of C in double precision, from the terms of its sum. For inputs that round, the
/// error bound is gamma_k times the terms' magnitudes.
template <class Term>
runner::Expected sum_of(int k, bool exact, Term term) {
    double value = 0, magnitude = 0;
    for (int l = 0; l < k; ++l) {
        const double product = term(l);
        value += product;
        magnitude += std::abs(product);
    }
    if (exact || !std::isfinite(value)) return {value, 0};
    return {value, runner::gamma(k) * magnitude};
}

inline runner::Expected expected(const Inputs& inputs, Shape shape, std::size_t element) {
    const auto n = static_cast<std::size_t>(shape.n);
    const float* const row = inputs.A.data() + element / n * shape.k;
    const float* const column = inputs.B.data() + element % n;
    return sum_of(shape.k, inputs.exact,
                  [=](int l) { return double{row[l]} * column[static_cast<std::size_t>(l) * n]; });
}

/// Further arguments of a function besides the shape: the tile of multiply_tiled.
using Numbers = std::map<std::string, int>;

inline runner::Problem make_problem(const std::string& function, Shape shape, Inputs inputs,
                                    const Numbers& numbers = {}) {
    runner::Problem problem(function);
    problem.size("m", shape.m).size("n", shape.n).size("k", shape.k);
    std::string words = shape.words();
    for (const auto& [name, value] : numbers) {
        problem.size(name, value);
        words += ", " + name + " " + std::to_string(value);
    }
    problem.input("A", inputs.A).input("B", inputs.B).words(words);
    return problem.output<float>(
        "C", {static_cast<std::size_t>(shape.m), static_cast<std::size_t>(shape.n)},
        [inputs = std::move(inputs), shape](std::size_t element) {
            return expected(inputs, shape, element);
        });
}

inline runner::Problem make_problem(const std::string& function, Shape shape,
                                    runner::InputKind kind, std::uint64_t seed,
                                    const Numbers& numbers = {}) {
    std::string options = shape.options();
    for (const auto& [name, value] : numbers) options += " --" + name + " " + std::to_string(value);
    options += " --seed " + std::to_string(seed);
    if (kind == runner::InputKind::integers) options += " --integers 1";
    return make_problem(function, shape, make_inputs(shape, kind, seed), numbers).by_hand(options);
}

}  // namespace tiled_matmul
