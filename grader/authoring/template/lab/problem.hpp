// The inputs of one call of the lab's function, and the expected result: for the suite and the
// program.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "runner/inputs.hpp"
#include "runner/problem.hpp"

namespace @NAMESPACE@ {

/// Small integers, so that each result is exact and can be compared for equality.
inline runner::Problem problem(int n, std::uint64_t seed) {
    const double a = 3;
    const auto count = static_cast<std::size_t>(n);
    std::vector<float> x(count), y(count);
    runner::fill(x, runner::InputKind::integers, seed, "x");
    runner::fill(y, runner::InputKind::integers, seed, "y");
    const auto expected = [=](std::size_t i) { return runner::Expected{y[i] + a * x[i], 0}; };
    return runner::Problem("@NAME@")
        .size("n", n)
        .real("a", a)
        .input("x", x)
        .in_out("y", y, {count}, expected)
        .words("n = " + std::to_string(n))
        .by_hand("--n " + std::to_string(n) + " --seed " + std::to_string(seed));
}

}  // namespace @NAMESPACE@
