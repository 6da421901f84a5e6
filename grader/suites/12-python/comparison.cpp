// Rung 3: what compare returns for each size, and that its differences and times are measured.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "suite/work.hpp"
#include "suites/12-python/checks.hpp"

namespace python_products {

namespace {

struct Comparison {
    std::vector<int> sizes;
    std::vector<double> rows;
    std::vector<double> longest_asked;  // times between events, in microseconds: as many as sizes
    std::int64_t times_asked = 0;
    std::uint32_t differ = 0;

    double at(std::size_t row, std::size_t number) const {
        return rows[row * product::numbers_per_row + number];
    }
};

int smallest_square(const std::vector<int>& sizes) {
    const int n = *std::ranges::min_element(sizes);
    return n * n;
}

Call comparison_call(const std::vector<int>& sizes) {
    Call call("compare");
    call.size("count", static_cast<std::int64_t>(sizes.size()));
    for (std::size_t i = 0; i < sizes.size(); ++i) call.size("n" + std::to_string(i), sizes[i]);
    call.size("floats", smallest_square(sizes)).output<std::uint32_t>("differ", 1);
    call.output<std::uint32_t>("altered", 2);
    call.output<double>("asked", sizes.size());
    call.output<double>("rows", sizes.size() * product::numbers_per_row);
    return call;
}

Comparison comparison_in(const Answer& answer, const std::vector<int>& sizes) {
    return {sizes, answer.output<double>("rows"), answer.output<double>("asked"), answer.result(),
            answer.output<std::uint32_t>("differ").at(0)};
}

Comparison comparison(const std::vector<int>& sizes) {
    return comparison_in(run(comparison_call(sizes), "forward"), sizes);
}

std::vector<int> drawn_sizes() {
    return {draw_size(20, "first"), draw_size(40, "second"), draw_size(80, "third")};
}

/// The rung's first comparison, before which none of its kernels has been compiled.
Comparison first_comparison() {
    const std::vector<int> sizes = drawn_sizes();
    return comparison_in(
        counts_of("compare",
                  [&] {
                      return CheckedCall{comparison_call(sizes), [](const Call&, const Answer&) {}};
                  }),
        sizes);
}

/// Factors are at most 1 in magnitude, like those of numpy.random.rand, or are few ordinary
/// numbers.
double most_rounded(int n) {
    return 100 * runner::gamma(n + 1) * n;
}

/// A list that is made once and appended for each size is one list, which holds what it was given
/// last.
std::string same_row_again(const Comparison& got) {
    constexpr std::size_t numbers = 4;
    for (std::size_t row = 1; row < got.sizes.size(); ++row)
        for (std::size_t number = 0; number < numbers; ++number)
            if (got.at(row, number) != got.at(0, number)) return {};
    return got.sizes.size() < 2 ? ""
                                : ". All rows are the same: is one list appended several times? "
                                  "Each size needs a list of its own";
}

void expect_rows(const Comparison& got) {
    for (std::size_t row = 0; row < got.sizes.size(); ++row) {
        const int n = got.sizes[row];
        expect(got.at(row, 0) == n,
               fmt::format("row {} of compare is to be that of n = {}, and begins "
                           "with {:g}",
                           row, n, got.at(row, 0)) +
                   same_row_again(got));
        for (const std::size_t number : {1, 2})
            expect(got.at(row, number) > 0 && got.at(row, number) < 10,
                   fmt::format("the {} seconds of n = {} are {:g}{}",
                               number == 1 ? "device's" : "NumPy's", n, got.at(row, number),
                               number != 1                ? ""
                               : got.at(row, number) == 0 ? ": does the product lie between the "
                                                            "two events?"
                               : got.at(row, number) < 0  ? ": it is the earlier event whose "
                                                            "time_till is given the later one"
                                                          : ""));
        // Without the difference itself: the matrices are random, and the words of a verdict are
        // the same each time.
        expect(got.at(row, 3) >= 0 && got.at(row, 3) <= most_rounded(n),
               fmt::format("the largest difference of n = {} is not between 0 and {:g}, as far as "
                           "rounding goes: the two products are not the same",
                           n, most_rounded(n)));
    }
}

/// The product of zeros takes as long as any other, but shows nothing. Of random numbers, even of
/// zeros and ones, far more than an eighth differ from the most frequent one.
void expect_random(const Comparison& got) {
    if (!on_simulator()) return;
    constexpr int share = 8;
    expect(got.differ >= static_cast<std::uint32_t>(smallest_square(got.sizes) / share),
           fmt::format("compare times a launch that is given an array whose numbers are all the "
                       "same but for {}: both matrices are to be random ones",
                       got.differ));
}

/// So many of the numbers that come back are off.
constexpr int several = 3;

/// A mean or a sum, too, shows that a product is wrong, but not by how much. Whether the numbers
/// that are off are elements, or the difference that the device has found, the largest difference
/// is `off`, as far as rounding goes.
void expect_about(double told, double off, const std::string& where, int n) {
    constexpr double less = 0.5, more = 1.5;
    const double elements = double(n) * n;
    const auto is_about = [&](double number) { return std::abs(told / number - 1) < 0.1; };
    const std::string what =
        is_about(several * off / elements) ? "is the mean of all: return the largest one"
        : is_about(several * off)
            ? "is the sum of all: return the largest one"
            : "is far from that: of all elements it is the largest |c - d| itself, not a share of "
              "c, not its place, and not made of several";
    expect(told > less * off && told < more * off, where + what);
}

/// The products of all sizes, or what the device has found of each. They may come back together.
void expect_products_back(const std::vector<int>& sizes, std::uint32_t copies,
                          std::uint32_t floats) {
    std::uint32_t elements = 0;
    for (const int n : sizes) elements += static_cast<std::uint32_t>(n * n);
    expect(copies >= sizes.size() || floats == sizes.size() || floats >= elements,
           fmt::format("of the products of {} sizes, {} floats come back from the device, in {} "
                       "{}: the product of each size is to be compared",
                       sizes.size(), floats, copies, copies == 1 ? "copy" : "copies"));
}

/// If the products on the device are wrong, the difference must show it, or an exception must
/// report it. Where the device computes the difference, that is the number that comes back, and it
/// may be below 0. In the second call the products of each size are off by another amount, if as
/// many copies come back for each, so that the difference of one size is not told for all.
void expect_difference_told(const std::vector<int>& sizes) {
    if (!on_simulator()) return;
    constexpr int off = 1024;
    std::uint32_t copies = 0;  // with a number that is off, in the first call
    for (const bool below : {false, true}) {
        // Anywhere, so that comparing only the last number, or each eighth row, is not enough.
        const auto place = static_cast<std::int64_t>(draw_seed() % 1'000'003);
        Call call = comparison_call(sizes);
        const Answer answer = run(call.size("off", off)
                                      .size("below", below)
                                      .size("place", place)
                                      .size("several", several)
                                      .size("copies", copies)
                                      .may_throw(),
                                  "forward");
        if (!answer.thrown().empty()) continue;
        const Comparison got = comparison_in(answer, sizes);
        const bool by_size = copies > 0 && copies % sizes.size() == 0;
        const auto altered = answer.output<std::uint32_t>("altered");
        expect_products_back(sizes, altered[0], altered[1]);
        copies = altered[0];
        for (std::size_t row = 0; row < sizes.size(); ++row) {
            const double told = std::abs(got.at(row, 3));
            const double off_here = off * (by_size ? 1.0 + 2.0 * static_cast<double>(row) : 1.0);
            const std::string where = fmt::format(
                "where {} numbers that come back from the device are too {} by {} each, the "
                "largest difference of n = {} ",
                several, below ? "small" : "large", off_here, sizes[row]);
            expect(told > most_rounded(sizes[row]),
                   where +
                       "does not show it: it is to be that of the two products, in either "
                       "direction");
            expect_about(told, off_here, where, sizes[row]);
        }
    }
}

/// If all work on the device takes longer, the times that compare returns must be longer, too.
void expect_times_told(const Comparison& usual) {
    if (!on_simulator()) return;
    constexpr double slack = 0.02;
    const int thousandths = draw_size(3000);
    Call call = comparison_call(usual.sizes);
    const Comparison slow =
        comparison_in(run(call.size("thousandths", thousandths), "forward"), usual.sizes);
    for (std::size_t row = 0; row < usual.sizes.size(); ++row) {
        const double times = slow.at(row, 1) / usual.at(row, 1);
        expect(
            std::abs(1000 * times / thousandths - 1) < slack,
            fmt::format("the device's seconds of n = {} are {:g}, and {:g} on a device that "
                        "takes {:g} times as long: they are to be those between two events",
                        usual.sizes[row], usual.at(row, 1), slow.at(row, 1), thousandths / 1000.0));
    }
}

/// The time of each size must be measured, and not follow from that of another one. On a device
/// that becomes slower from one time to the next, each row is slower by another ratio, whichever of
/// several times it returns, or their mean.
void expect_each_time_told(const Comparison& usual) {
    if (!on_simulator()) return;
    constexpr int drift = 1050;
    constexpr double least = 1.02;
    Call call = comparison_call(usual.sizes);
    const Comparison slow = comparison_in(run(call.size("drift", drift), "forward"), usual.sizes);
    const auto ratio = [&](std::size_t row) { return slow.at(row, 1) / usual.at(row, 1); };
    for (std::size_t row = 1; row < usual.sizes.size(); ++row) {
        const double more = ratio(row) / ratio(row - 1);
        expect(std::max(more, 1 / more) > least,
               fmt::format("on a device that becomes slower from one time to the next, the "
                           "seconds of n = {} and n = {} grow alike: each is to be measured by "
                           "two events of its own",
                           usual.sizes[row - 1], usual.sizes[row]));
    }
}

/// If the host's clock runs faster, NumPy's seconds must be more. Even the smallest product takes
/// about a microsecond, and no processor makes 10^12 operations a second of products of these
/// sizes. To read the clock twice takes less than half a microsecond, so one of the products is
/// large.
void expect_clock_told(std::vector<int> sizes) {
    if (!on_simulator()) return;
    sizes.push_back(draw_size(200, "size for the clock"));
    constexpr int times = 1'000'000'000;
    constexpr double least_of_all = 100, operations_a_second = 1e12;
    Call call = comparison_call(sizes);
    const Comparison got = comparison_in(run(call.size("clock", times), "forward"), sizes);
    for (std::size_t row = 0; row < sizes.size(); ++row) {
        const double operations = 2.0 * sizes[row] * sizes[row] * sizes[row];
        const double least = std::max(least_of_all, times * operations / operations_a_second);
        expect(got.at(row, 2) > least,
               fmt::format("NumPy's seconds of n = {} are {:g} where the host's clock runs a "
                           "billion times as fast: they are to be those of time.perf_counter "
                           "around NumPy's product",
                           sizes[row], got.at(row, 2)));
    }
}

/// The times must be those of the simulator's model, which events report. The host's clock would
/// show milliseconds.
void expect_kernels_times(const Comparison& got) {
    if (!on_simulator()) return;
    constexpr double longest = 2e-3, of_a_compiler = 0.5;
    for (std::size_t row = 0; row < got.sizes.size(); ++row) {
        const double seconds = got.at(row, 1);
        expect(seconds < longest,
               fmt::format("the device's seconds of n = {} are {:g}, which no two events round the "
                           "kernel are apart: {}",
                           got.sizes[row], seconds,
                           seconds < of_a_compiler
                               ? "time_till returns milliseconds"
                               : "the first call compiles the kernel, and is not to be timed"));
    }
}

/// The least share of the model's time that a product's time may be.
constexpr double least_share = 0.6;

/// Between the events there must be the product of that size, and nothing smaller whose time is
/// then multiplied by a number that the script knows.
void expect_products_between_events(const Comparison& got) {
    if (!on_simulator()) return;
    std::vector<int> sizes = got.sizes;
    std::ranges::sort(sizes, std::greater());
    for (std::size_t i = 0; i < sizes.size(); ++i) {
        const double microseconds = estimated_microseconds(square("multiply_tiled", sizes[i]));
        expect(got.longest_asked[i] >= least_share * microseconds,
               fmt::format("between the events of compare, the device works {:.3g} us at most for "
                           "n = {}; multiply_tiled takes {:.3g} us for that size: the product of "
                           "that size is to stand between its two events",
                           got.longest_asked[i], sizes[i], microseconds));
    }
}

/// The times that compare returns must be those of the products, too.
void expect_products_times(const Comparison& got) {
    if (!on_simulator()) return;
    for (std::size_t row = 0; row < got.sizes.size(); ++row) {
        const int n = got.sizes[row];
        const double seconds = 1e-6 * estimated_microseconds(square("multiply_tiled", n));
        const double times = seconds / got.at(row, 1);
        const bool is_thousandth = times > 1000 / 1.5 && times < 1000 / least_share;
        expect(got.at(row, 1) >= least_share * seconds,
               fmt::format("the device's seconds of n = {} are {:g}; multiply_tiled takes {:g} for "
                           "that size: {}",
                           n, got.at(row, 1), seconds,
                           is_thousandth ? "time_till returns milliseconds, so its thousandth is "
                                           "in seconds"
                                         : "time its whole product"));
    }
}

}  // namespace

void check_rows() {
    expect_rows(first_comparison());
    expect_random(first_comparison());
    expect_difference_told(drawn_sizes());
    expect_clock_told(drawn_sizes());
}

void check_times() {
    const Comparison got = first_comparison();
    expect(got.times_asked >= static_cast<std::int64_t>(got.sizes.size()),
           "compare asks less than once for each size for the time between two events that have "
           "work between them");
    expect_kernels_times(got);
    expect_products_times(got);
    expect_products_between_events(got);
    const Comparison usual = comparison(got.sizes);
    expect_times_told(usual);
    expect_each_time_told(usual);
}

}  // namespace python_products
