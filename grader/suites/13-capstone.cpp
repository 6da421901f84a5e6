// What lab 13 is marked on: gemv along the lines, across them, and with all that BLAS has. Limits
// of time are fits to the solution's estimates.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <utility>

#include "13-capstone/problem.hpp"
#include "simulator/device/profile.hpp"
#include "suite/batch.hpp"
#include "suite/failing.hpp"
#include "suite/mistakes.hpp"
#include "suite/problem.hpp"
#include "suite/run.hpp"
#include "suite/work.hpp"

namespace capstone_suite {

LAB_SUITE("13-capstone");

namespace {

using lab13::Arrays;
using lab13::make_problem;
using lab13::OnDevice;
using lab13::Shape;
using runner::InputKind;

constexpr float inf = std::numeric_limits<float>::infinity();
constexpr float nan = std::numeric_limits<float>::quiet_NaN();
constexpr double slack = 1.05;

/// Lines and their width: what both ways to lay A out and both operations look like in memory.
struct Lines {
    int lines = 1, width = 1;
};

/// The sums run along the lines, or across them, in the one layout or the other.
Shape shape_of(bool along, bool row_major, Lines size) {
    Shape shape;
    shape.row_major = row_major;
    shape.transposed = row_major != along;
    shape.m = row_major ? size.lines : size.width;
    shape.n = row_major ? size.width : size.lines;
    return shape;
}

/// The smallest, below, at and above warps, blocks and what a thread loads at once; primes, few and
/// long lines, many and short ones.
const std::vector<Lines> sizes = {
    {1, 1},    {1, 2},    {2, 1},    {3, 5},     {5, 3},     {4, 4},     {1, 33},    {33, 1},
    {7, 8},    {8, 7},    {2, 64},   {64, 2},    {13, 31},   {31, 13},   {16, 32},   {32, 16},
    {1, 700},  {700, 1},  {36, 100}, {100, 36},  {31, 127},  {127, 33},  {128, 64},  {129, 65},
    {3, 1000}, {1000, 3}, {64, 516}, {257, 256}, {6, 5000},  {2500, 24}, {3001, 7},  {300, 301},
    {1, 9001}, {9001, 1}, {3, 2000}, {1500, 33}, {20, 2052}, {2049, 68}, {2051, 65},
};
const std::vector<Lines> few_sizes = {{1, 1},    {13, 31},   {36, 100},
                                      {129, 65}, {2500, 24}, {5, 3000}};
const Lines odd_size{37, 41}, whole_size{36, 40}, long_size{2500, 8};

/// A product of these arrays in which `of_A` and `of_x` say what is multiplied.
template <class OfA, class OfX>
double product(const Shape& shape, int output, int terms, OfA of_A, OfX of_x) {
    double sum = 0;
    for (int k = 0; k < terms; ++k) sum += double{of_A(output, k)} * of_x(k);
    return shape.alpha * sum;
}

/// What students leave out of what BLAS has: increments, the leading dimension, the factors.
std::vector<Mistake> mistakes(const Shape& shape, const std::shared_ptr<const Arrays>& arrays) {
    const int outputs = shape.outputs(), length = shape.length();
    const auto element = [=](int line, int at, int lda) -> float {
        const auto place = static_cast<std::size_t>(shape.offset) +
                           static_cast<std::size_t>(line) * lda + static_cast<std::size_t>(at);
        return place < arrays->A.size() ? arrays->A[place] : nan;
    };
    const auto of_A = [=](int lda) {
        return [=](int output, int k) {
            return shape.along() ? element(output, k, lda) : element(k, output, lda);
        };
    };
    const auto of_x = [=](int k) { return arrays->x[lab13::place(k, length, shape.incx)]; };
    const auto before = [=](int output) {
        return double{arrays->y[lab13::place(output, outputs, shape.incy)]};
    };
    const auto with = [=](std::string words, const std::function<double(int output)>& value) {
        return Mistake{std::move(words), [=](std::size_t at) -> std::optional<double> {
                           const std::size_t step = std::abs(shape.incy);
                           if (at % step != 0) return lab13::between;
                           const int from_start = static_cast<int>(at / step);
                           return value(shape.incy > 0 ? from_start : outputs - 1 - from_start);
                       }};
    };
    const auto right = [=](int output) {
        return product(shape, output, length, of_A(shape.lda()), of_x);
    };
    std::vector<Mistake> all{
        with("where lines of A follow one another without a gap: from line to line it is lda "
             "elements",
             [=](int o) {
                 return product(shape, o, length, of_A(shape.width()), of_x) +
                        shape.beta * before(o);
             }),
        with("where x[k] is taken whatever incx is: element k lies at x[k * incx]",
             [=](int o) {
                 return product(shape, o, length, of_A(shape.lda()),
                                [&](int k) { return arrays->x[k]; }) +
                        shape.beta * before(o);
             }),
        with("where what y held is added as it is, and not times beta",
             [=](int o) { return right(o) + before(o); }),
        with("without beta times what y held", right),
        with("without alpha",
             [=](int o) { return right(o) / shape.alpha + shape.beta * before(o); }),
    };
    for (int terms = 1; terms < length; ++terms)
        all.push_back(
            with(fmt::format("where the sums end after {} of {} terms", terms, length), [=](int o) {
                return product(shape, o, terms, of_A(shape.lda()), of_x) + shape.beta * before(o);
            }));
    return all;
}

void check_shape(const Shape& shape, InputKind kind) {
    check([&](std::uint64_t seed) -> Suspected {
        return {make_problem(shape, kind, seed), [=]() -> std::vector<Mistake> {
                    if (kind != InputKind::integers) return {};
                    return mistakes(shape, std::make_shared<const Arrays>(
                                               lab13::make_arrays(shape, kind, seed)));
                }};
    });
}

void check_integers(bool along) {
    bool row_major = true;
    for (const Lines size : sizes) {
        check_shape(shape_of(along, row_major, size), InputKind::integers);
        row_major = !row_major;  // both layouts, in turn
    }
    for (const Lines size : few_sizes)
        for (const bool by_rows : {true, false})
            check_shape(shape_of(along, by_rows, size), InputKind::integers);
}

/// So few and long that sums are cut, and that no more than a few of the numbers of parts that they
/// may be cut into divide them: a part that is not rounded to what a thread loads at once begins
/// where that is not aligned.
void check_cuts() {
    for (const int about : {17'000, 23'000, 34'000, 50'000})
        for (const bool by_rows : {true, false}) {
            const int width = 4 * (2 * draw_size(about / 8) + 1);
            const Shape shape = shape_of(true, by_rows, {draw_size(3), width});
            check(make_problem(shape, InputKind::integers, draw_seed()));
        }
}

void check_reals(bool along) {
    for (const Lines size : few_sizes)
        check(make_problem(shape_of(along, true, size), InputKind::reals, draw_seed()));
}

using Change = std::function<void(Arrays&)>;

void check_changed(const Shape& shape, const Change& change, const std::string& words = {}) {
    Arrays arrays = lab13::make_arrays(shape, InputKind::integers, draw_seed());
    change(arrays);
    check(make_problem(shape, std::move(arrays)).words(shape.words() + words));
}

/// What is no number must reach the sums it belongs to, and no other: what stands for elements
/// beyond the ends must not either.
void check_special_values(bool along, Lines size) {
    const Shape shape = shape_of(along, true, size);
    const int line = size.lines - 1, at = size.width - 1;
    check_changed(shape, [](Arrays& arrays) { std::ranges::fill(arrays.A, 0.0f); });
    check_changed(shape, [&](Arrays& arrays) {
        arrays.A[lab13::place_in_A(shape, line, at)] = inf;
        arrays.x.back() = 2;
        arrays.A[lab13::place_in_A(shape, 0, 0)] = nan;
    });
    check_changed(shape, [&](Arrays& arrays) {
        arrays.x.back() = -inf;
        for (float& a : arrays.A) a = 1;
        arrays.A[lab13::place_in_A(shape, line, at)] = 0;  // times infinity: NaN
    });
}

void check_failures_reported(bool along) {
    const Lines size{draw_size(60), draw_size(60)};
    expect_failures_handled(
        checked(make_problem(shape_of(along, true, size), InputKind::integers, draw_seed())));
}

// ---- All that BLAS has.

/// Each of the four kinds of product with these numbers.
template <class Set>
void check_all_kinds(Lines size, InputKind kind, Set set) {
    for (const bool along : {true, false})
        for (const bool row_major : {true, false}) {
            Shape shape = shape_of(along, row_major, size);
            set(shape);
            check_shape(shape, kind);
        }
}

void check_leading_dimensions() {
    for (const auto& [padding, offset] :
         {std::pair{1, 0}, {4, 0}, {3, 1}, {0, 2}, {8, 3}, {draw_size(40), draw_size(20)}})
        for (const Lines size : {Lines{5, 8}, Lines{36, 100}, Lines{130, 68}, long_size})
            check_all_kinds(size, InputKind::integers,
                            [&](Shape& shape) { shape.padding = padding, shape.offset = offset; });
}

void check_increments() {
    const int large = draw_size(12);  // than any that is written here
    for (const auto& [incx, incy] :
         {std::pair{2, 1}, {1, 3}, {-1, 1}, {1, -1}, {-3, 2}, {5, -2}, {large, -large}})
        for (const Lines size : {Lines{1, 1}, Lines{9, 12}, Lines{70, 65}, long_size})
            check_all_kinds(size, InputKind::integers,
                            [&](Shape& shape) { shape.incx = incx, shape.incy = incy; });
}

void check_factors() {
    const double drawn = draw_size(8);
    for (const auto& [alpha, beta] :
         {std::pair{2.0, 0.0}, {1.0, 1.0}, {-1.0, 0.5}, {0.0, 2.0}, {drawn, -drawn}})
        for (const auto& [size, on_device] : {std::pair{Lines{3, 5}, OnDevice::none},
                                              {long_size, OnDevice::none},
                                              {whole_size, OnDevice::both},
                                              {long_size, OnDevice::both},
                                              {whole_size, OnDevice::alpha},
                                              {Lines{3, 5}, OnDevice::beta}})
            check_all_kinds(size, InputKind::integers, [&](Shape& shape) {
                shape.alpha = alpha, shape.beta = beta, shape.on_device = on_device;
            });
    check_all_kinds({65, 130}, InputKind::reals, [&](Shape& shape) {
        shape.alpha = -0.7, shape.beta = 1.3, shape.padding = 1, shape.incy = 2;
    });
}

/// Where beta is 0, what y held is gone; where alpha is 0, nothing of A and x is left.
void check_nothing_of_zeros() {
    for (const bool along : {true, false})
        for (const Lines size : {odd_size, whole_size, long_size})
            for (const OnDevice on_device : {OnDevice::none, OnDevice::both}) {
                Shape shape = shape_of(along, true, size);
                shape.on_device = on_device;
                check_changed(
                    shape, [](Arrays& arrays) { arrays.y.assign(arrays.y.size(), nan); },
                    ": beta is 0, so nothing of what y held, NaNs, may be left");
                shape.alpha = 0, shape.beta = 2;
                check_changed(
                    shape,
                    [](Arrays& arrays) {
                        arrays.A.assign(arrays.A.size(), nan);
                        arrays.x.assign(arrays.x.size(), inf);
                    },
                    ": alpha is 0, so nothing of A and x, NaNs and infinities, may be left");
            }
}

/// A stream that waits for no other has x in it, on its way, and lets it come only then.
void check_streams() {
    for (const Lines size : {odd_size, whole_size, long_size})
        check_all_kinds(size, InputKind::integers, [&](Shape& shape) { shape.stream = true; });
}

/// Without rows or columns nothing is done: y stays, whatever beta is.
void check_nothing_to_do() {
    Shape shape;
    shape.beta = 2;
    shape.m = 5, shape.n = 0;
    for (const bool row_major : {true, false}) {
        shape.row_major = row_major, shape.transposed = false, shape.m = 5, shape.n = 0;
        check(make_problem(shape, InputKind::integers, draw_seed()));
        shape.transposed = true, shape.m = 0, shape.n = 5;
        check(make_problem(shape, InputKind::integers, draw_seed()));
    }
}

void check_refused() {
    const auto refused = [](const char* name, auto set) {
        Shape shape;
        shape.m = 4, shape.n = 6;
        runner::Problem problem = make_problem(shape, InputKind::integers, draw_seed());
        set(problem);
        for (const Answer& answer : run(make_call(problem).may_throw()))
            expect(answer.thrown().find(name) != std::string::npos && answer.launch_count() == 0,
                   fmt::format("{} as it must not be {}: throw an exception, with a sentence that "
                               "names {}, and launch nothing",
                               name,
                               answer.thrown().empty() ? "is taken as if all were well"
                                                       : "says \"" + answer.thrown() + "\"",
                               name));
    };
    refused("m", [](runner::Problem& problem) { problem.size("m", -1); });
    refused("n", [](runner::Problem& problem) { problem.size("n", -3); });
    refused("lda", [](runner::Problem& problem) { problem.size("lda", 5); });
    refused("incx", [](runner::Problem& problem) { problem.size("incx", 0); });
    refused("incy", [](runner::Problem& problem) { problem.size("incy", 0); });
}

// ---- What the work costs.

Lines draw_lines(Lines about, const char* name) {
    const auto drawn = [&](int size, const char* what) {
        return size < 64 ? draw_size(size, std::string(name) + what)
                         : 32 * draw_size(size / 32, std::string(name) + what);
    };
    return {drawn(about.lines, " lines"), 8 * std::max(1, drawn(about.width, " width") / 8)};
}

const Answer& counts_of(const Shape& shape, const std::string& profile = "h100") {
    return grader::suite::counts_of(shape.words() + profile, [&] {
        CheckedCall made = checked(make_problem(shape, InputKind::integers, draw_seed()));
        made.call.on_device(profile);
        return made;
    });
}

/// A's own are those of an array of that size; where it is read more than once, or pieces of
/// sectors, there are more.
void check_sectors_of_A(const Shape& shape) {
    const Lines size{shape.lines(), shape.width()};
    const double least = static_cast<double>(size.lines) * size.width / 8;
    const auto bytes = static_cast<std::uint64_t>(size.lines) * size.width * sizeof(float);
    const auto count = static_cast<double>(traffic(counts_of(shape), bytes).sectors);
    expect(count <= slack * least && count >= least / slack,
           fmt::format("{}: {:.0f} sectors are loaded of A, which has {:.0f}: load each element "
                       "once, and neighbouring floats by neighbouring lanes",
                       shape.words(), count, least));
}

/// Microseconds: `fixed`, and 1.3 times what A takes at the memory's full rate. Where lines are few
/// and long, `fixed` is what a block a line takes, which has full marks as well; the solution,
/// which cuts them, takes a quarter to two fifths of it. Across many and short lines it is what
/// blocks that add up in clusters take.
double limit_of(const cusim::device::Profile& profile, Lines size, double fixed) {
    const double bytes = 4.0 * size.lines * size.width;
    const double rate = 2e-3 * profile.memory_clock_khz * profile.memory_bus_bits / 8;  // a us
    return fixed + 1.3 * bytes / rate;
}

void check_work(const Shape& shape, double fixed, const std::string& profile = "h100") {
    const Lines size{shape.lines(), shape.width()};
    const Answer& answer = counts_of(shape, profile);
    grade_work(answer, limit_of(*cusim::device::find_profile(profile), size, fixed),
               fmt::format("{} on {}", shape.words(), profile));
    if (profile == "h100") demonstrate(answer);
}

/// In memory both layouts are the same, and each is the one that is measured with some seeds; in
/// each of the first two rungs both are.
enum class Measured { square, short_lines, long_lines, small };
Shape measured_shape(bool along, Measured which) {
    constexpr std::pair<Lines, const char*> kinds[] = {{{512, 512}, "square"},
                                                       {{20'000, 24}, "short"},
                                                       {{6, 16'000}, "long"},
                                                       {{96, 256}, "small"}};
    const auto& [about, name] = kinds[static_cast<int>(which)];
    const bool first_by_rows = draw_size(1000, along ? "layout along" : "layout across") % 2 == 0;
    const bool by_rows = (which == Measured::short_lines) != first_by_rows;
    return shape_of(along, by_rows, draw_lines(about, name));
}

/// What gemv has besides, on the devices that are not the usual one, each with something else: by
/// which the sums along the lines, and those across them, take longer.
struct Elsewhere {
    std::string profile;
    double along, across;
    std::function<void(Shape& shape)> set;
};
const std::vector<Elsewhere> elsewhere = {
    {"p100", 3, 4.5,
     [](Shape& shape) { shape.on_device = OnDevice::both, shape.alpha = -1, shape.beta = 2; }},
    {"k20c", 4, 9, [](Shape& shape) { shape.padding = 3, shape.offset = 1; }},
    {"c2050", 3, 3,
     [](Shape& shape) { shape.incx = -2, shape.incy = 3, shape.alpha = 2, shape.beta = 1; }},
    {"mini", 5.5, 6, [](Shape& shape) { shape.padding = 4; }},
};

void check_work_elsewhere(bool along) {
    for (const Elsewhere& other : elsewhere) {
        Shape shape = measured_shape(along, Measured::square);
        other.set(shape);
        check_work(shape, along ? other.along : other.across, other.profile);
    }
}

const Lines example{96, 256};  // what predict.toml speaks of

// ---- Beside cuBLAS, on a device.

/// 003's sweep: 2^1 to 2^p lines of 2^p floats, for p from 7 to 14.
Lines draw_of_sweep() {
    const int p = 7 + static_cast<int>(draw_seed() % 8);
    return {1 << (1 + draw_seed() % static_cast<unsigned>(p)), 1 << p};
}

double share_of_cublas(bool along, Lines size) {
    const Shape shape = shape_of(along, true, size);
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
                double{drawn("A", along ? output * width + k : k * width + output)} * drawn("x", k);
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

/// The mean of the shares of cuBLAS's speed, each at most 1: all points from 0.9 on.
void check_beside_cublas() {
    constexpr int samples = 6;
    constexpr double enough = 0.9;
    double sum = 0, worst = inf;
    std::string words;
    for (int sample = 0; sample < samples; ++sample)
        for (const bool along : {true, false}) {
            const Lines size = draw_of_sweep();
            const double share = share_of_cublas(along, size);
            sum += std::min(1.0, share);
            if (share < worst) words = shape_of(along, true, size).words();
            worst = std::min(worst, share);
        }
    const double mean = sum / (2 * samples);
    if (mean >= enough) return;
    Run::current().set_share(mean / enough);
    fail(
        fmt::format("{:.0f}% of cuBLAS's speed on average, counting none above 100%; full marks "
                    "from {:.0f}% on; slowest: {}, {:.0f}%",
                    100 * mean, 100 * enough, words, 100 * worst));
}

CountsAt counts_predicted(Lines size) {
    const auto bytes = static_cast<std::uint64_t>(size.lines) * size.width * sizeof(float);
    const Traffic loaded = traffic(counts_of(shape_of(true, true, size)), bytes);
    return {{{"sectors_of_A", loaded.sectors}, {"requests_of_A", loaded.requests}},
            {{"m", size.lines}, {"n", size.width}}};
}

}  // namespace

GRADED(correct, "rung 1: along the lines: integers, every shape", 12) {
    check_integers(true);
    check_cuts();
}
GRADED(correct, "rung 1: along the lines: reals, rounding bound", 3) {
    check_reals(true);
}
GRADED(correct, "rung 1: along the lines: zeros, infinities and NaNs", 2) {
    for (const Lines size : {odd_size, whole_size}) check_special_values(true, size);
}
GRADED(safe, "rung 1: along the lines: nothing is found", 5) {
    expect_no_findings("gemv");
}
GRADED(safe, "rung 1: along the lines: reports a launch that fails", 2) {
    check_failures_reported(true);
}

GRADED(fast, "rung 1: along the lines: each sector of A once", 4) {
    for (const Measured which : {Measured::square, Measured::short_lines})
        check_sectors_of_A(measured_shape(true, which));
}
GRADED(fast, "rung 1: along the lines: work, square", 4) {
    for (const Measured which : {Measured::square, Measured::small})
        check_work(measured_shape(true, which), 3.2);
}
GRADED(fast, "rung 1: along the lines: work, short lines", 2) {
    check_work(measured_shape(true, Measured::short_lines), 3);
}
GRADED(fast, "rung 1: along the lines: work, long lines", 2) {
    check_work(measured_shape(true, Measured::long_lines), 10.6);
}
GRADED(predict, "rung 1: along the lines: sectors and requests", 4) {
    const Lines drawn{draw_size(96, "predicted lines"), 128 * draw_size(4, "predicted width")};
    expect_predicted("gemv", counts_predicted(example), {counts_predicted(drawn)});
}

GRADED(correct, "rung 2: across the lines: integers, every shape", 12) {
    check_integers(false);
}
GRADED(correct, "rung 2: across the lines: reals, rounding bound", 3) {
    check_reals(false);
}
GRADED(correct, "rung 2: across the lines: zeros, infinities and NaNs", 2) {
    for (const Lines size : {odd_size, whole_size}) check_special_values(false, size);
}
GRADED(safe, "rung 2: across the lines: nothing is found", 5) {
    expect_no_findings("gemv");
}
GRADED(safe, "rung 2: across the lines: reports a launch that fails", 2) {
    check_failures_reported(false);
}

GRADED(fast, "rung 2: across the lines: each sector of A once", 4) {
    for (const Measured which : {Measured::square, Measured::short_lines})
        check_sectors_of_A(measured_shape(false, which));
}
GRADED(fast, "rung 2: across the lines: work, square", 4) {
    for (const Measured which : {Measured::square, Measured::small})
        check_work(measured_shape(false, which), 4.5);
}
GRADED(fast, "rung 2: across the lines: work, short lines", 2) {
    check_work(measured_shape(false, Measured::short_lines), 12.5);
}
GRADED(fast, "rung 2: across the lines: work, long lines", 2) {
    check_work(measured_shape(false, Measured::long_lines), 3);
}

GRADED(correct, "rung 3: leading dimensions and starts of any kind", 4) {
    check_leading_dimensions();
}
GRADED(correct, "rung 3: increments of x and y", 3) {
    check_increments();
}
GRADED(correct, "rung 3: alpha and beta, on the host and on the device", 3) {
    check_factors();
    check_streams();
}
GRADED(correct, "rung 3: factors of 0", 2) {
    check_nothing_of_zeros();
}
GRADED(correct, "rung 3: nothing to do, and what is refused", 2) {
    check_nothing_to_do();
    check_refused();
}
GRADED(safe, "rung 3: nothing is found", 4) {
    expect_no_findings("gemv");
}
GRADED(fast, "rung 3: work on every profile", 6) {
    for (const bool along : {true, false}) check_work_elsewhere(along);
}
TIMED("rung 3: beside cuBLAS", 1) {
    check_beside_cublas();
}

}  // namespace capstone_suite
