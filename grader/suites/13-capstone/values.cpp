// Both kinds of sums in every shape, common omissions, and NaNs and infinities.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "suite/suspected.hpp"
#include "suites/13-capstone/checks.hpp"

namespace capstone_suite {

using lab13::make_problem;

Shape shape_of(bool along, bool row_major, Lines size) {
    Shape shape;
    shape.row_major = row_major;
    shape.transposed = row_major != along;
    shape.m = row_major ? size.lines : size.width;
    shape.n = row_major ? size.width : size.lines;
    return shape;
}

namespace {

/// The smallest; sizes below, at and above warps, blocks and what a thread loads at once; primes;
/// few long lines, and many short ones.
const std::vector<Lines> sizes = {
    {1, 1},    {1, 2},    {2, 1},    {3, 5},     {5, 3},     {4, 4},     {1, 33},    {33, 1},
    {7, 8},    {8, 7},    {2, 64},   {64, 2},    {13, 31},   {31, 13},   {16, 32},   {32, 16},
    {1, 700},  {700, 1},  {36, 100}, {100, 36},  {31, 127},  {127, 33},  {128, 64},  {129, 65},
    {3, 1000}, {1000, 3}, {64, 516}, {257, 256}, {6, 5000},  {2500, 24}, {3001, 7},  {300, 301},
    {1, 9001}, {9001, 1}, {3, 2000}, {1500, 33}, {20, 2052}, {2049, 68}, {2051, 65},
};
const std::vector<Lines> few_sizes = {{1, 1},    {13, 31},   {36, 100},
                                      {129, 65}, {2500, 24}, {5, 3000}};

/// A product of these arrays in which `of_A` and `of_x` select the factors.
template <class OfA, class OfX>
double product(const Shape& shape, int output, int terms, OfA of_A, OfX of_x) {
    double sum = 0;
    for (int k = 0; k < terms; ++k) sum += double{of_A(output, k)} * of_x(k);
    return shape.alpha * sum;
}

/// Lines of `lanes` lanes share a warp, and a shuffle over `apart` lanes and more adds those of
/// other lines. Beyond the warp, a lane gets its own value.
struct SharedWarp {
    int lines, lanes, first_apart;

    /// What lane 0 of a line has after the shuffles over first_apart, first_apart / 2, ... `apart`.
    template <class SumOf>
    double sum(const SumOf& sum_of, int line, int apart) const {
        if (line >= lines) return 0;
        if (apart > first_apart) return sum_of(line);
        const int of_warp = 32 / lanes, step = apart / lanes;
        const double own = sum(sum_of, line, 2 * apart);
        const bool is_in_warp = line % of_warp + step < of_warp;
        return own + (is_in_warp ? sum(sum_of, line + step, 2 * apart) : own);
    }
};

/// Common omissions: increments, the leading dimension, the factors.
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
        with("where the sum is multiplied by beta, too",
             [=](int o) { return shape.beta * (right(o) + before(o)); }),
        with("where the sum is multiplied by beta in place of alpha",
             [=](int o) { return shape.beta * (right(o) / shape.alpha + before(o)); }),
        with("without alpha",
             [=](int o) { return right(o) / shape.alpha + shape.beta * before(o); }),
    };
    all.push_back(
        with("where y keeps what it held, as with an alpha of 0 and a beta of 1", before));
    all.push_back(with("where what y held is multiplied by alpha, too",
                       [=](int o) { return right(o) + shape.alpha * shape.beta * before(o); }));
    all.push_back(with("where the sum is multiplied by alpha twice",
                       [=](int o) { return shape.alpha * right(o) + shape.beta * before(o); }));
    all.push_back(with("where all of y is multiplied by alpha once more",
                       [=](int o) { return shape.alpha * (right(o) + shape.beta * before(o)); }));
    if (shape.along())
        all.push_back(
            with("where all four floats of A that are loaded at once are multiplied by "
                 "the first of the four of x",
                 [=](int o) {
                     return product(shape, o, length, of_A(shape.lda()),
                                    [&](int k) { return of_x(k / 4 * 4); }) +
                            shape.beta * before(o);
                 }));
    all.push_back(with("where every product is added twice",
                       [=](int o) { return 2 * right(o) + shape.beta * before(o); }));
    // A sum by shuffles that begins `apart` lanes away, where each line has `lanes` of a warp.
    for (int lanes = 1; shape.along() && lanes < 32; lanes *= 2)
        for (int apart = lanes; apart <= 32; apart *= 2)
            all.push_back(with(
                "where a sum has those of other lines added, which share its warp: a shuffle over "
                "as many lanes as a line has, or more, reaches another line",
                [=](int o) {
                    return SharedWarp{outputs, lanes, apart}.sum(right, o, lanes) +
                           shape.beta * before(o);
                }));
    for (int terms = 1; terms < length; ++terms)
        all.push_back(
            with(fmt::format("where the sums end after {} of {} terms", terms, length), [=](int o) {
                return product(shape, o, terms, of_A(shape.lda()), of_x) + shape.beta * before(o);
            }));
    return all;
}

}  // namespace

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
        row_major = !row_major;  // both layouts in turn
    }
    for (const Lines size : few_sizes)
        for (const bool by_rows : {true, false})
            check_shape(shape_of(along, by_rows, size), InputKind::integers);
}

void check_streams() {
    for (const bool along : {true, false}) {
        bool row_major = true;
        for (const Lines size : sizes) {
            Shape shape = shape_of(along, row_major, size);
            shape.stream = true;
            check_shape(shape, InputKind::integers);
            row_major = !row_major;
        }
    }
}

void check_cuts() {
    for (const int about : {17'000, 23'000, 34'000, 50'000})
        for (const bool by_rows : {true, false}) {
            const int width = 4 * (2 * draw_size(about / 8) + 1);
            const Shape shape = shape_of(true, by_rows, {draw_size(3), width});
            check(make_problem(shape, InputKind::integers, draw_seed()));
        }
}

void check_many_blocks(bool along) {
    if (!on_simulator()) return;
    const Lines size = along ? Lines{65 + draw_size(4), 8193} : Lines{2049, 257};
    const Shape shape = shape_of(along, true, size);
    auto [call, check] = checked(make_problem(shape, InputKind::integers, draw_seed()));
    call.on_device("mini").reproduce_with("");
    check(call, run(call, "forward"));
}

void check_reals(bool along) {
    for (const Lines size : few_sizes)
        check(make_problem(shape_of(along, true, size), InputKind::reals, draw_seed()));
}

void check_changed(const Shape& shape, const std::function<void(Arrays&)>& change,
                   const std::string& words) {
    Arrays arrays = lab13::make_arrays(shape, InputKind::integers, draw_seed());
    change(arrays);
    check(make_problem(shape, std::move(arrays)).words(shape.words() + words));
}

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
        arrays.A[lab13::place_in_A(shape, line, at)] = 0;  // times infinity gives NaN
    });
}

}  // namespace capstone_suite
