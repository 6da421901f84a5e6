// Compares gemv with cuBLAS on a device, for shapes of a sweep.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "suite/batch.hpp"
#include "suites/13-capstone/checks.hpp"

namespace capstone_suite {

namespace {

/// The sweep of lab 05's paper: 2^1 to 2^p lines of 2^p floats, for p from 7 to 14.
Lines draw_of_sweep() {
    const int p = draw_from(7, 14);
    return {1 << draw_from(1, p), 1 << p};
}

double share_of_cublas(Sums sums, Lines size) {
    const Shape shape = shape_of(sums, size);
    runner::Problem problem("gemv");
    problem.size("row_major", shape.row_major).size("transposed", shape.transposed);
    problem.size("m", shape.m).size("n", shape.n).size("lda", shape.lda()).size("offset", 0);
    problem.size("incx", 1).size("incy", 1).size("on_device", 0);
    problem.real("alpha", 1).real("beta", 0).input("factors", std::vector<float>{1, 0});
    const auto width = static_cast<std::size_t>(size.width);
    const auto expected = [=](const Batched::Inputs& drawn, std::size_t output) {
        double sum = 0, magnitude = 0;
        for (std::size_t k = 0; k < static_cast<std::size_t>(shape.length()); ++k) {
            const double product =
                double{drawn("A", sums == Sums::along ? output * width + k : k * width + output)} *
                drawn("x", k);
            sum += product, magnitude += std::abs(product);
        }
        return runner::Expected{sum, runner::gamma(shape.length()) * magnitude};
    };
    const Batched batched{
        .problem = std::move(problem),
        .drawn = {{"A", size.lines * width}, {"x", static_cast<std::size_t>(shape.length())}},
        .output = "y",
        .elements = static_cast<std::size_t>(shape.outputs()),
        .expected = expected};
    return 1 / compare_with(batched, {"gemv_by_cublas", "cuBLAS"}).ratio;
}

}  // namespace

void check_beside_cublas() {
    constexpr int samples = 6;
    constexpr double enough = 0.9;
    double sum = 0, worst = inf;
    std::string words;
    for (int sample = 0; sample < samples; ++sample)
        for (const Sums sums : both_ways) {
            const Lines size = draw_of_sweep();
            const double share = share_of_cublas(sums, size);
            sum += std::min(1.0, share);
            if (share < worst) words = shape_of(sums, size).words();
            worst = std::min(worst, share);
        }
    const double mean = sum / (2 * samples);
    if (mean >= enough) return;
    throw CaseFailed{
        .message = fmt::format("{:.0f}% of cuBLAS's speed on average, counting none above 100%; "
                               "full marks from {:.0f}% on; slowest: {}, {:.0f}%",
                               100 * mean, 100 * enough, words, 100 * worst),
        .share = mean / enough};
}

}  // namespace capstone_suite
