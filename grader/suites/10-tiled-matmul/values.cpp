// The products in every shape, common mistakes, NaNs and infinities, and tiles that are refused.
#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "suite/failing.hpp"
#include "suite/product_mistakes.hpp"
#include "suites/10-tiled-matmul/checks.hpp"

namespace tiled_matmul_suite {

using tiled_matmul::Inputs;

namespace {

constexpr float inf = std::numeric_limits<float>::infinity();
constexpr float nan = std::numeric_limits<float>::quiet_NaN();

/// The smallest; sizes below, at and above tiles of 8 to 128; primes; tall, wide, deep; k = 0.
const std::vector<Shape> shapes = {
    {1, 1, 0},    {1, 1, 1},    {1, 5, 3},    {5, 1, 3},    {7, 5, 0},      {3, 4, 5},
    {8, 8, 8},    {9, 7, 8},    {2, 3, 500},  {1, 70, 40},  {70, 1, 40},    {15, 16, 17},
    {16, 16, 16}, {17, 15, 16}, {16, 17, 33}, {300, 3, 5},  {3, 300, 7},    {33, 31, 8},
    {32, 36, 4},  {64, 64, 40}, {65, 64, 33}, {97, 101, 9}, {128, 132, 12}, {130, 129, 9},
};
const std::vector<Shape> few_shapes = {{1, 1, 1}, {17, 15, 16}, {36, 40, 44}, {65, 64, 63}};

void check_products(const Subject& subject, const std::vector<Shape>& shapes,
                    InputKind kind = InputKind::integers) {
    for (const Shape shape : shapes)
        check([&](std::uint64_t seed) -> Suspected {
            return {make_problem(subject.function, shape, kind, seed, subject.numbers),
                    [=] {
                        const Inputs in = tiled_matmul::make_inputs(shape, kind, seed);
                        return product_mistakes({.m = shape.m,
                                                 .n = shape.n,
                                                 .k = shape.k,
                                                 .A = in.A,
                                                 .B = in.B,
                                                 .depth = subject.depth,
                                                 .are_square = subject.block == subject.depth});
                    },
                    static_cast<std::size_t>(shape.k)};
        });
}

void check_changed(const Subject& subject, Shape shape,
                   const std::function<void(Inputs&)>& change) {
    Inputs inputs = tiled_matmul::make_inputs(shape, InputKind::integers, draw_seed());
    change(inputs);
    check(make_problem(subject.function, shape, std::move(inputs), subject.numbers));
}

}  // namespace

void check_integers(const Subject& subject) {
    check_products(subject, shapes);
}

void check_reals(const Subject& subject) {
    check_products(subject, few_shapes, InputKind::reals);
}

void check_special_values(const Subject& subject, Shape shape) {
    const int i = shape.m - 1, j = shape.n - 1, l = shape.k - 1;
    const auto A = [&](int row, int column) { return row * shape.k + column; };
    const auto B = [&](int row, int column) { return row * shape.n + column; };
    check_changed(subject, shape, [](Inputs& inputs) { std::ranges::fill(inputs.A, 0.0f); });
    check_changed(subject, shape, [&](Inputs& inputs) {
        inputs.A[A(i, l)] = inf;
        inputs.B[B(l, j)] = 2;
        inputs.B[B(l, 0)] = 0;  // times infinity gives NaN
        inputs.B[B(l, 1)] = -1;
    });
    check_changed(subject, shape, [&](Inputs& inputs) { inputs.A[A(0, l)] = nan; });
    check_changed(subject, shape, [&](Inputs& inputs) {
        inputs.B[B(l, j)] = -inf;
        inputs.B[B(0, 0)] = nan;
    });
}

void check_tiles() {
    check_integers(tiled(8));
    for (const int tile : {16, 32})
        check_products(tiled(tile), {{1, 1, 1},
                                     {tile - 1, tile, tile + 1},
                                     {tile, tile, tile},
                                     {tile + 1, 2 * tile, tile - 1},
                                     {2 * tile + 3, tile + 5, 2 * tile + 1}});
}

void check_refused_tiles() {
    for (const int tile : {0, 4, 12, 64}) {
        const Problem problem =
            make_problem("multiply_tiled", {3, 4, 5}, InputKind::integers, 1, {{"tile", tile}});
        for (const Answer& answer : run(make_call(problem).may_throw()))
            expect(answer.thrown().find("tile") != std::string::npos && answer.launch_count() == 0,
                   fmt::format("multiply_tiled with tile = {} {}: throw an exception, with a "
                               "sentence that names tile, and launch nothing",
                               tile,
                               answer.thrown().empty() ? "returns as if it could be done"
                                                       : "says \"" + answer.thrown() + "\""));
    }
}

void check_failures_reported(const Subject& subject) {
    const Shape shape{draw_size(40), draw_size(40), draw_size(20)};
    expect_failures_handled(checked(
        make_problem(subject.function, shape, InputKind::integers, draw_seed(), subject.numbers)));
}

}  // namespace tiled_matmul_suite
