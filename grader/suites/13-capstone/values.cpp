// Both kinds of sums in every shape, and NaNs and infinities.
#include <algorithm>
#include <utility>
#include <vector>

#include "suite/suspected.hpp"
#include "suites/13-capstone/checks.hpp"

namespace capstone_suite {

using lab13::make_problem;

Shape shape_of(Sums sums, Lines size, bool row_major) {
    Shape shape;
    shape.row_major = row_major;
    shape.transposed = row_major != (sums == Sums::along);
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
    {1, 9001}, {9001, 1}, {3, 2000}, {1500, 33}, {20, 2052}, {2049, 68}, {2051, 65}, {1025, 5},
};
const std::vector<Lines> few_sizes = {{1, 1},    {13, 31},   {36, 100},
                                      {129, 65}, {2500, 24}, {5, 3000}};

}  // namespace

void check_shape(const Shape& shape, InputKind kind) {
    // Few outputs may match by chance unless many numbers are in each.
    constexpr std::size_t many = 1000;
    const auto length = static_cast<std::size_t>(shape.length());
    const std::size_t terms = length < many ? grader::suite::usual_terms : length;
    check([&](std::uint64_t seed) -> Suspected {
        return {make_problem(shape, kind, seed),
                [=]() -> std::vector<Mistake> {
                    if (kind != InputKind::integers) return {};
                    return product_mistakes(shape, lab13::make_arrays(shape, kind, seed));
                },
                terms};
    });
}

void check_integers(Sums sums) {
    bool row_major = true;
    for (const Lines size : sizes) {
        check_shape(shape_of(sums, size, row_major), InputKind::integers);
        row_major = !row_major;  // both layouts in turn
    }
    for (const Lines size : few_sizes)
        for (const bool by_rows : {true, false})
            check_shape(shape_of(sums, size, by_rows), InputKind::integers);
    for (const Lines size : draw_lines())
        check_shape(shape_of(sums, size, draw_seed() % 2 == 0), InputKind::integers);
}

std::vector<Lines> draw_lines() {
    std::vector<Lines> drawn;
    for (const auto& [lines, width] : draw_aspects(1 << 16)) drawn.push_back({lines, width});
    return drawn;
}

void check_streams() {
    for (const Sums sums : both_ways) {
        bool row_major = true;
        for (const Lines size : sizes) {
            Shape shape = shape_of(sums, size, row_major);
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
            const Shape shape = shape_of(Sums::along, {draw_size(3), width}, by_rows);
            check_shape(shape, InputKind::integers);
        }
}

void check_many_blocks(Sums sums) {
    if (!on_simulator()) return;
    const Lines size = sums == Sums::along ? Lines{65 + draw_size(4), 8193} : Lines{2049, 257};
    const Shape shape = shape_of(sums, size);
    auto [call, check] = checked(make_problem(shape, InputKind::integers, draw_seed()));
    call.on_device("mini").reproduce_with("");
    check(call, run(call, "forward"));
}

void check_reals(Sums sums) {
    for (const Lines size : few_sizes)
        check(make_problem(shape_of(sums, size), InputKind::reals, draw_seed()));
}

void check_changed(const Shape& shape, const std::function<void(Arrays&)>& change,
                   const std::string& words) {
    Arrays arrays = lab13::make_arrays(shape, InputKind::integers, draw_seed());
    change(arrays);
    check(make_problem(shape, std::move(arrays)).words(shape.words() + words));
}

void check_special_values(Sums sums, Lines size) {
    const Shape shape = shape_of(sums, size);
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
