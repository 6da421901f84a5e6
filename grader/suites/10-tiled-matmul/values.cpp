// The products in every shape, common mistakes, NaNs and infinities, and tiles that are refused.
#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "suite/causes/product_mistakes.hpp"
#include "suite/failing.hpp"
#include "suite/suspected.hpp"
#include "suites/10-tiled-matmul/checks.hpp"

namespace tiled_matmul_suite {

using tiled_matmul::Inputs;

namespace {

constexpr float inf = std::numeric_limits<float>::infinity();
constexpr float nan = std::numeric_limits<float>::quiet_NaN();

/// The smallest; sizes below, at and above tiles of 8 to 128; primes; tall, wide, deep; k = 0.
const std::vector<Shape> shapes = {
    {1, 1, 0},    {1, 1, 1},    {1, 5, 3},      {5, 1, 3},     {7, 5, 0},
    {3, 4, 5},    {8, 8, 8},    {9, 7, 8},      {2, 3, 1000},  {1, 70, 40},
    {70, 1, 40},  {15, 16, 17}, {16, 16, 16},   {17, 15, 16},  {16, 17, 33},
    {300, 3, 5},  {3, 300, 7},  {33, 31, 8},    {32, 36, 4},   {64, 64, 40},
    {65, 64, 33}, {97, 101, 9}, {128, 132, 12}, {130, 129, 9}, {20, 8, 6},
};
const std::vector<Shape> few_shapes = {{1, 1, 1}, {17, 15, 16}, {36, 40, 44}, {65, 64, 63}};

/// Row `row` of a block, if the threads' rows follow one another in one place, and lie as the sheet
/// says in another one.
using Order = int (*)(int row);
int of_registers(int row) {
    return row % 16 * 4 + row / 16;
}
int back_of_registers(int row) {
    return row % 4 * 16 + row / 4;
}
int of_vectors(int row) {
    return row % 8 / 4 * 64 + row / 8 * 4 + row % 4;
}
int back_of_vectors(int row) {
    return row % 64 / 4 * 8 + row / 64 * 4 + row % 4;
}

/// C if row i holds the sums of row `rows`(i) of its block, and the columns alike.
Mistake in_another_order(const std::string& lines, int side, Shape shape, const Inputs& in,
                         Order rows, Order columns) {
    return {fmt::format("where the {} of a block have one order where the sums are made, and "
                        "another one where they are stored",
                        lines),
            [=](std::size_t at) {
                const auto moved = [side](int line, Order order) {
                    return order ? line / side * side + order(line % side) : line;
                };
                const int i = moved(static_cast<int>(at) / shape.n, rows),
                          j = moved(static_cast<int>(at) % shape.n, columns);
                double sum = 0;
                for (int l = 0; i < shape.m && j < shape.n && l < shape.k; ++l)
                    sum += double{in.A[static_cast<std::size_t>(i) * shape.k + l]} *
                           in.B[static_cast<std::size_t>(l) * shape.n + j];
                return sum;
            }};
}

/// Where a thread has several rows and columns.
void add_two_orders(std::vector<Mistake>& all, const Subject& subject, Shape shape,
                    const Inputs& in) {
    const int side = subject.block;
    for (const Order order : {of_registers, back_of_registers, of_vectors, back_of_vectors}) {
        const bool is_of_registers = order == of_registers || order == back_of_registers;
        if (side != (is_of_registers ? registers.block : vectors.block)) continue;
        all.push_back(in_another_order("rows", side, shape, in, order, nullptr));
        all.push_back(in_another_order("columns", side, shape, in, nullptr, order));
        all.push_back(in_another_order("rows and columns", side, shape, in, order, order));
    }
}

void check_products(const Subject& subject, const std::vector<Shape>& shapes,
                    InputKind kind = InputKind::integers) {
    for (const Shape shape : shapes)
        check([&](std::uint64_t seed) -> Suspected {
            return {make_problem(subject.function, shape, kind, seed, subject.numbers),
                    [=] {
                        const Inputs in = tiled_matmul::make_inputs(shape, kind, seed);
                        auto all = product_mistakes({.m = shape.m,
                                                     .n = shape.n,
                                                     .k = shape.k,
                                                     .A = in.A,
                                                     .B = in.B,
                                                     .depth = subject.depth,
                                                     .are_square = subject.block == subject.depth});
                        add_two_orders(all, subject, shape, in);
                        return all;
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
    std::vector<Shape> drawn;
    for (const auto& [m, n] : draw_aspects(1 << 12)) drawn.push_back({m, n, draw_size(24)});
    check_products(subject, drawn);
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
                                     {2 * tile + 3, tile + 5, 2 * tile + 1},
                                     {draw_size(2 * tile), draw_size(3 * tile), draw_size(tile)}});
}

void check_refused_tiles() {
    // Beside each that is allowed, between them, and what has only some of their properties.
    for (const int tile : {-32, -8, 0, 1, 4, 7, 9, 12, 15, 17, 20, 24, 31, 33, 40, 64, 1 << 20,
                           -draw_size(100), 33 + draw_size(100)}) {
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
