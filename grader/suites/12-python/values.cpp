// Products in all shapes, common mistakes, and what does not fit.
#include <fmt/format.h>

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "suite/causes/product_mistakes.hpp"
#include "suites/12-python/checks.hpp"

namespace python_products {

namespace {

/// One element; vectors; sizes below, at and above those of tiles and warps; mostly not square.
const std::vector<Shape> shapes = {{1, 1, 1},    {1, 7, 3},    {9, 1, 4},    {5, 6, 1},
                                   {15, 17, 16}, {16, 16, 16}, {17, 15, 33}, {2, 50, 40},
                                   {33, 31, 18}, {48, 20, 5},  {64, 32, 16}, {20, 70, 35}};

const std::vector<Shape> shapes_of_reals = {{1, 1, 5}, {40, 24, 31}, {19, 37, 50}};

std::vector<Mistake> mistakes_in(const std::string& function, Shape shape, InputKind kind,
                                 std::uint64_t seed) {
    const bool in_tiles = function == "multiply_tiled";
    auto [a, b] = product::factors(shape, kind, {seed});
    return product_mistakes({shape.m, shape.n, shape.k, std::move(a), std::move(b), "a", "b", "c",
                             in_tiles ? tile : 0, in_tiles});
}

/// The float32 that stands at this place of numbers of float64 which lie column by column.
float half_of_double(std::span<const float> rows, std::size_t lines, std::size_t place) {
    const std::size_t number = place / 2, length = rows.size() / lines;
    const double stored = rows[number % lines * length + number / lines];
    return std::bit_cast<std::array<float, 2>>(stored)[place % 2];
}

/// The product if the bytes of float64 are taken for float32.
Mistake taken_for_floats(Shape s, std::uint64_t seed) {
    auto [a, b] = product::factors(s, InputKind::integers, {seed});
    return {
        "where the bytes of float64 are taken for those of float32: convert a and b with "
        "dtype=np.float32",
        [s, a = std::move(a), b = std::move(b)](std::size_t at) {
            const auto m = std::size_t(s.m), n = std::size_t(s.n), k = std::size_t(s.k);
            double sum = 0;
            for (std::size_t l = 0; l < k; ++l)
                sum += double{half_of_double(a, m, at / n * k + l)} *
                       half_of_double(b, k, l * n + at % n);
            return sum;
        }};
}

Call misfit(Shape shape, int dimensions, int dimensions_of_b) {
    Call call("multiply");
    call.size("m", shape.m).size("n", shape.n).size("k", shape.k).size("dimensions", dimensions);
    call.size("dimensions_of_b", dimensions_of_b);
    call.input("a", product::matrix(shape.m, shape.k, InputKind::integers, draw_seed(), "a"));
    return call;
}

/// `dimensions`: of a.
void expect_refused(Shape shape, int dimensions, int dimensions_of_b, const std::string& what) {
    for (const Answer& answer : run(misfit(shape, dimensions, dimensions_of_b).to_be_refused()))
        expect(answer.result() == 1,
               fmt::format(
                   "multiply {} for {}: it is to raise ValueError, before it launches "
                   "anything",
                   answer.thrown().empty() ? "returns something" : "ends with " + answer.thrown(),
                   what));
}

}  // namespace

Suspected product_of(const std::string& function, Shape shape, InputKind kind, std::uint64_t seed) {
    const auto make = [=](product::Seeds seeds) {
        return product::problem(function, shape, kind, seeds);
    };
    if (function == "multiply") return with_twin(make, shape, seed);
    return {make({seed})};
}

void check_integers(const std::string& function) {
    constexpr auto kind = InputKind::integers;
    std::vector<Shape> all = shapes;
    for (const auto& [m, n] : draw_aspects(1 << 12)) all.push_back({m, n, draw_size(24)});
    for (const Shape& shape : all)
        check([&](std::uint64_t seed) {
            Suspected made = product_of(function, shape, kind, seed);
            made.mistakes = [=] { return mistakes_in(function, shape, kind, seed); };
            made.terms = static_cast<std::size_t>(shape.k);
            return made;
        });
}

void check_reals(const std::string& function) {
    for (const Shape& shape : shapes_of_reals)
        check([&](std::uint64_t seed) {
            constexpr auto kind = InputKind::reals;
            Suspected made = product_of(function, shape, kind, seed);
            made.mistakes = [=] { return mistakes_in(function, shape, kind, seed); };
            made.terms = static_cast<std::size_t>(shape.k);
            return made;
        });
}

void check_doubles_of_multiply() {
    for (const Shape& shape : {Shape{5, 4, 6}, Shape{18, 33, 20}})
        check([&](std::uint64_t seed) {
            Suspected made = with_twin(
                [=](product::Seeds seeds) { return product::doubles_problem(shape, seeds); }, shape,
                seed);
            made.mistakes = [=] {
                auto all = mistakes_in("multiply", shape, InputKind::integers, seed);
                all.push_back(taken_for_floats(shape, seed));
                return all;
            };
            made.terms = static_cast<std::size_t>(shape.k);
            return made;
        });
}

void check_refused() {
    expect_refused({3, 1, 4}, 2, 2, "3 x 4 times 3 x 4");
    expect_refused({6, 1, 2}, 1, 2, "an array of one dimension");
    const int m = draw_size(12), k = m + draw_size(8);
    expect_refused({m, 1, k}, 2, 2, fmt::format("{0} x {1} times {0} x {1}", m, k));
    expect_refused({k, 1, m}, 2, 2, fmt::format("{0} x {1} times {0} x {1}", k, m));
    expect_refused({m, 1, k}, 2, 1, "a matrix and an array of one dimension");
}

}  // namespace python_products
