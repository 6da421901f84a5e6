// The graded cases of lab 10: C = A B in tiles, in registers, with vectors, and two hunts. Bounds
// on sectors are for sizes that are multiples of 32, so that rows begin with a sector;
// docs/labs/10-tiled-matmul.md derives them. The time limits are fits to the solution's estimates.
#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <utility>

#include "10-tiled-matmul/problem.hpp"
#include "suite/batch.hpp"
#include "suite/failing.hpp"
#include "suite/problem.hpp"
#include "suite/product_mistakes.hpp"
#include "suite/work.hpp"

namespace tiled_matmul_suite {

LAB_SUITE("10-tiled-matmul");

namespace {

using runner::InputKind;
using tiled_matmul::Inputs;
using tiled_matmul::make_problem;
using tiled_matmul::Numbers;
using tiled_matmul::Shape;

constexpr float inf = std::numeric_limits<float>::infinity();
constexpr float nan = std::numeric_limits<float>::quiet_NaN();
constexpr double floats_per_sector = 8;

struct Subject {
    std::string function;
    Numbers numbers = {};
    int depth = 0;            // of the tiles that the sheet asks for, along k
    bool are_square = false;  // with a thread for each element of a tile
};

Subject tiled(int tile) {
    return {"multiply_tiled", {{"tile", tile}}, tile, true};
}
const Subject textbook{"textbook", {}, 16, true}, strips{"strips", {}, 16},
    registers{"multiply_registers", {}, 16}, vectors{"multiply_vectors", {}, 8};

/// The smallest; sizes below, at and above tiles of 8 to 128; primes; tall, wide, deep; k = 0.
const std::vector<Shape> shapes = {
    {1, 1, 0},    {1, 1, 1},    {1, 5, 3},    {5, 1, 3},    {7, 5, 0},      {3, 4, 5},
    {8, 8, 8},    {9, 7, 8},    {2, 3, 500},  {1, 70, 40},  {70, 1, 40},    {15, 16, 17},
    {16, 16, 16}, {17, 15, 16}, {16, 17, 33}, {300, 3, 5},  {3, 300, 7},    {33, 31, 8},
    {32, 36, 4},  {64, 64, 40}, {65, 64, 33}, {97, 101, 9}, {128, 132, 12}, {130, 129, 9},
};
const std::vector<Shape> few_shapes = {{1, 1, 1}, {17, 15, 16}, {36, 40, 44}, {65, 64, 63}};
const Shape odd_shape{37, 41, 21}, whole_shape{36, 40, 24};
/// The sizes in predict.toml, and others for which its formulas must hold.
const Shape example{96, 160, 64};
Shape drawn_example() {
    const int m = 32 * draw_size(3, "predicted rows"),
              n = m + 32 * draw_size(2, "predicted columns");
    return {m, n, 32 * draw_size(2, "predicted terms")};
}

Sizes sizes_of(Shape shape) {
    return {{"m", shape.m}, {"n", shape.n}, {"k", shape.k}};
}

void check_products(const Subject& subject, const std::vector<Shape>& shapes, InputKind kind) {
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
                                                 .are_square = subject.are_square});
                    },
                    static_cast<std::size_t>(shape.k)};
        });
}

void check_integers(const Subject& subject, const std::vector<Shape>& shapes) {
    check_products(subject, shapes, InputKind::integers);
}

void check_reals(const Subject& subject) {
    check_products(subject, few_shapes, InputKind::reals);
}

void check_changed(const Subject& subject, Shape shape,
                   const std::function<void(Inputs&)>& change) {
    Inputs inputs = tiled_matmul::make_inputs(shape, InputKind::integers, draw_seed());
    change(inputs);
    check(make_problem(subject.function, shape, std::move(inputs), subject.numbers));
}

/// A NaN or infinity must affect exactly the row or column of C that depends on it. What stands for
/// elements beyond the edges must affect none.
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
    check_integers(tiled(8), shapes);
    for (const int tile : {16, 32})
        check_integers(tiled(tile), {{1, 1, 1},
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

// ---- What the work costs.

std::uint64_t load_sectors(const Answer& answer) {
    return counted(answer, "global_load_sectors");
}

int draw_multiple_of_32(int about, const char* name) {
    return 32 * draw_size(about / 32, name);
}

/// Drawn once for all cases of a rung, which share a call.
Shape drawn_shape(const Subject& subject, int side) {
    constexpr int terms = 96;
    const std::string name = subject.function;
    return {draw_multiple_of_32(side, (name + " m").c_str()),
            draw_multiple_of_32(side, (name + " n").c_str()),
            draw_multiple_of_32(terms, (name + " k").c_str())};
}

/// Any size, so that tiles extend beyond all edges.
Shape drawn_odd_shape(const Subject& subject, int side) {
    const auto odd = [&](int about, const char* what) {
        return 2 * draw_size(about / 2, subject.function + what) + 1;
    };
    return {odd(side, " odd m"), odd(side, " odd n"), odd(96, " odd k")};
}

const Answer& counts_of(const Subject& subject, Shape shape) {
    std::string name = subject.function + " " + shape.words();
    for (const auto& [number, value] : subject.numbers) name += fmt::format(" {}", value);
    return grader::suite::counts_of(name, [&] {
        return checked(make_problem(subject.function, shape, InputKind::integers, draw_seed(),
                                    subject.numbers));
    });
}

double blocks_of(int elements, int block) {
    return static_cast<double>((elements + block - 1) / block);
}

double sectors(int rows, int columns) {
    return static_cast<double>(rows) * columns / floats_per_sector;
}

/// If blocks compute `rows` x `columns` elements of C, each element of A is loaded once for each
/// column of blocks, and each of B once for each row of blocks. Each element of C is stored once.
double sectors_of_blocks(Shape shape, int rows, int columns) {
    return sectors(shape.m, shape.k) * blocks_of(shape.n, columns) +
           sectors(shape.k, shape.n) * blocks_of(shape.m, rows) + sectors(shape.m, shape.n);
}

/// How much more work blocks of `side` elements do because they extend beyond the edges.
double rounded_up(Shape shape, int side) {
    return blocks_of(shape.m, side) * side / shape.m * blocks_of(shape.n, side) * side / shape.n;
}

/// At least everything once, at most what blocks of that size need.
void check_traffic(const Subject& subject, Shape shape, int rows, int columns) {
    const auto count = static_cast<double>(all_sectors(counts_of(subject, shape)));
    const double enough = sectors_of_blocks(shape, rows, columns);
    const double least = sectors_of_blocks(shape, shape.m, shape.n);
    expect_saved(
        count, enough,
        fmt::format("{}: {:.0f} sectors of global memory; {:.0f} are enough where blocks of {} x "
                    "{} elements of C load each of their elements of A and B once",
                    shape.words(), count, enough, rows, columns));
    expect_no_less(
        count, least,
        fmt::format("{}: {:.0f} sectors of global memory; A, B and C have {:.0f}: the elements "
                    "must come from there",
                    shape.words(), count, least));
}

/// The requested tile is used, and not one that is twice as wide.
void check_tile_used(Shape shape, int tile) {
    const auto count = static_cast<double>(all_sectors(counts_of(tiled(tile), shape)));
    const double of_wider = sectors_of_blocks(shape, 2 * tile, 2 * tile);
    expect(count > of_wider,
           fmt::format("{}: {:.0f} sectors of global memory where tiles of {} are asked for; even "
                       "tiles of {} take {:.0f}: use the tile's width that is given",
                       shape.words(), count, tile, 2 * tile, of_wider));
}

/// At least one of the factors is stored in shared memory once, with a float by each lane: less
/// than any tiles take.
void check_no_conflicts(const Subject& subject, Shape shape) {
    const Answer& answer = counts_of(subject, shape);
    const auto conflicts = bank_conflicts(answer);
    const auto wavefronts = shared_wavefronts(answer);
    const double least = static_cast<double>(std::min(shape.m, shape.n)) * shape.k / 32;
    expect_no_less(static_cast<double>(counted(answer, "shared_store_wavefronts")), least,
                   "no tiles are kept in shared memory, which this rung is about");
    expect(
        conflicts * 100 <= wavefronts,
        fmt::format("{} of {} wavefronts of shared memory are bank conflicts: lanes of a warp "
                    "touch other rows of a tile in the same bank; exchange the tile's indices, or "
                    "make its rows longer",
                    conflicts, wavefronts));
}

/// Each product needs two floats from shared memory, which a warp of 32 loads in two wavefronts. A
/// thread that keeps `each` x `each` sums loads 2 * each floats for each * each products. Storing
/// the tiles adds an eighth of that or less. Lanes that read the same float share a wavefront,
/// which then counts the same.
void check_wavefronts(const Subject& subject, Shape shape, int each) {
    const Answer& answer = counts_of(subject, shape);
    const auto count = static_cast<double>(shared_wavefronts(answer));
    const double products = static_cast<double>(shape.m) * shape.n * shape.k;
    const double enough = 1.25 * products / 32 * 2 / each * rounded_up(shape, 16 * each);
    expect_saved(
        count, enough,
        fmt::format("{}: {:.0f} wavefronts of shared memory; {:.0f} are enough where a thread "
                    "loads 2 * {} floats into registers for {} * {} products",
                    shape.words(), count, enough, each, each, each));
}

/// A request of 32 lanes with four floats each loads 128. In a tile that extends beyond the edge,
/// some lanes load nothing: at most half of them, for sizes that are multiples of 32.
void check_vector_loads() {
    const Shape shape = drawn_shape(vectors, 256);
    const auto requests =
        static_cast<double>(counted(counts_of(vectors, shape), "global_load_requests"));
    const double floats = static_cast<double>(shape.m) * shape.k * blocks_of(shape.n, 128) +
                          static_cast<double>(shape.k) * shape.n * blocks_of(shape.m, 128);
    const double enough = 1.6 * floats / 128;
    expect_saved(
        requests, enough,
        fmt::format(
            "{}: {:.0f} requests load A and B; {:.0f} are enough where each lane loads four "
            "floats at once: use float4 where the rows are aligned",
            shape.words(), requests, enough));
}

/// With complete tiles only, and with sizes such that no tile at an edge is complete, where a right
/// kernel may load single floats instead of four at a time.
void check_work(const Subject& subject, int side, auto limit) {
    constexpr double float_by_float = 2;
    const Shape whole = drawn_shape(subject, side), odd = drawn_odd_shape(subject, side);
    for (const auto& [shape, factor] : {std::pair{whole, 1.0}, {odd, float_by_float}})
        grade_work(counts_of(subject, shape), factor * limit(shape.k),
                   subject.function + ", " + shape.words());
    demonstrate(counts_of(subject, whole));
}

/// In tiles of `side`, as printed.
void check_hunt(const Subject& subject, const char* kernel, int side, auto limit) {
    check_work(subject, 96, limit);
    const Shape shape = drawn_shape(subject, 96);
    expect_repaired(counts_of(subject, shape), kernel);
    check_traffic(subject, shape, side, side);
}

void check_time(const Subject& subject, Shape shape) {
    const auto m = static_cast<std::size_t>(shape.m), n = static_cast<std::size_t>(shape.n),
               k = static_cast<std::size_t>(shape.k);
    Problem problem(subject.function);
    problem.size("m", shape.m).size("n", shape.n).size("k", shape.k);
    for (const auto& [name, value] : subject.numbers) problem.size(name, value);
    const auto expected = [=](const Batched::Inputs& drawn, std::size_t element) {
        const std::size_t i = element / n, j = element % n;
        return tiled_matmul::sum_of(shape.k, false, [&](int l) {
            const auto term = static_cast<std::size_t>(l);
            return double{drawn("A", i * k + term)} * drawn("B", term * n + j);
        });
    };
    grader::suite::check_time({.problem = std::move(problem),
                               .drawn = {{"A", m * k}, {"B", k * n}},
                               .output = "C",
                               .elements = m * n,
                               .expected = expected});
}

}  // namespace

GRADED(correct, "rung 1: multiply_tiled: integers, every shape and tile", 9) {
    check_tiles();
}
GRADED(correct, "rung 1: multiply_tiled: reals, rounding bound", 3) {
    for (const int tile : {8, 16, 32}) check_reals(tiled(tile));
}
GRADED(correct, "rung 1: multiply_tiled: zeros, infinities and NaNs", 2) {
    check_special_values(tiled(16), odd_shape);
}
GRADED(correct, "rung 1: multiply_tiled: other tiles are refused", 1) {
    check_refused_tiles();
}
GRADED(safe, "rung 1: multiply_tiled: nothing is found", 6) {
    expect_no_findings("multiply_tiled");
}
GRADED(safe, "rung 1: multiply_tiled: reports a launch that fails", 1) {
    check_failures_reported(tiled(16));
}
GRADED(fast, "rung 1: multiply_tiled: loads fall by the tile's width", 3) {
    const Shape shape = drawn_shape(tiled(16), 96);
    for (const int tile : {8, 16, 32}) check_traffic(tiled(tile), shape, tile, tile);
    for (const int tile : {8, 16, 32}) check_tile_used(shape, tile);
}
GRADED(fast, "rung 1: multiply_tiled: shared memory without conflicts", 2) {
    check_no_conflicts(tiled(16), drawn_shape(tiled(16), 96));
}
GRADED(fast, "rung 1: multiply_tiled: work", 2) {
    check_work(tiled(16), 96, [](int k) { return 2.0 + 0.06 * k; });
}
TIMED("rung 1: multiply_tiled: time on the device", 1) {
    check_time(tiled(32), {2048, 2048, 2048});
}
GRADED(predict, "rung 1: multiply_tiled: blocks, loads, barriers and sectors", 4) {
    const auto counts_at = [](Shape shape) -> CountsAt {
        const Answer& answer = counts_of(tiled(16), shape);
        const auto& launch = answer.launches().front();
        const auto of = [&](int rows, int columns) {
            const auto elements = static_cast<std::uint64_t>(rows * columns);
            return traffic(answer, elements * sizeof(float)).sectors * 8 / elements;
        };
        return {{{"blocks", static_cast<std::uint64_t>(grader::score::volume(launch.grid))},
                 {"loads_of_an_element_of_A", of(shape.m, shape.k)},
                 {"loads_of_an_element_of_B", of(shape.k, shape.n)},
                 {"barriers", counted(answer, "barriers")},
                 {"load_sectors", load_sectors(answer)}},
                sizes_of(shape)};
    };
    expect_predicted("multiply_tiled", counts_at(example), {counts_at(drawn_example())});
}

GRADED(correct, "first hunt: textbook: integers, every shape", 4) {
    check_integers(textbook, shapes);
}
GRADED(safe, "first hunt: textbook: nothing is found", 4) {
    expect_no_findings("textbook");
}
GRADED(fast, "first hunt: textbook: work", 1) {
    check_hunt(textbook, "textbook_kernel", 16, [](int k) { return 2.0 + 0.06 * k; });
}

GRADED(correct, "second hunt: strips: integers, every shape", 4) {
    check_integers(strips, shapes);
}
GRADED(safe, "second hunt: strips: nothing is found", 4) {
    expect_no_findings("strips");
}
GRADED(fast, "second hunt: strips: work", 1) {
    check_hunt(strips, "strips_kernel", 32, [](int k) { return 2.0 + 0.105 * k; });
}

GRADED(correct, "rung 2: multiply_registers: integers, every shape", 7) {
    check_integers(registers, shapes);
}
GRADED(correct, "rung 2: multiply_registers: reals, rounding bound", 2) {
    check_reals(registers);
}
GRADED(correct, "rung 2: multiply_registers: zeros, infinities and NaNs", 1) {
    check_special_values(registers, odd_shape);
}
GRADED(safe, "rung 2: multiply_registers: nothing is found", 3) {
    expect_no_findings("multiply_registers");
}
GRADED(safe, "rung 2: multiply_registers: reports a launch that fails", 1) {
    check_failures_reported(registers);
}
GRADED(fast, "rung 2: multiply_registers: loads fall by the block's side", 3) {
    check_traffic(registers, drawn_shape(registers, 128), 64, 64);
}
GRADED(fast, "rung 2: multiply_registers: shared memory four times less, without conflicts", 3) {
    const Shape shape = drawn_shape(registers, 128);
    check_no_conflicts(registers, shape);
    check_wavefronts(registers, shape, 4);
}
GRADED(fast, "rung 2: multiply_registers: work", 2) {
    check_work(registers, 128, [](int k) { return 2.1 + 0.13 * k; });
}
TIMED("rung 2: multiply_registers: time on the device", 1) {
    check_time(registers, {2048, 2048, 2048});
}
GRADED(predict, "rung 2: multiply_registers: sectors", 2) {
    const auto counts_at = [](Shape shape) -> CountsAt {
        return {{{"load_sectors", load_sectors(counts_of(registers, shape))}}, sizes_of(shape)};
    };
    expect_predicted("multiply_registers", counts_at(example), {counts_at(drawn_example())});
}

GRADED(correct, "rung 3: multiply_vectors: integers, every shape", 7) {
    check_integers(vectors, shapes);
}
GRADED(correct, "rung 3: multiply_vectors: reals, rounding bound", 1) {
    check_reals(vectors);
}
GRADED(correct, "rung 3: multiply_vectors: zeros, infinities and NaNs", 1) {
    check_special_values(vectors, odd_shape);
    check_special_values(vectors, whole_shape);
}
GRADED(safe, "rung 3: multiply_vectors: nothing is found", 4) {
    expect_no_findings("multiply_vectors");
}
GRADED(safe, "rung 3: multiply_vectors: reports a launch that fails", 1) {
    check_failures_reported(vectors);
}
GRADED(fast, "rung 3: multiply_vectors: four floats a load", 3) {
    check_vector_loads();
}
GRADED(fast, "rung 3: multiply_vectors: loads fall by the block's side", 3) {
    check_traffic(vectors, drawn_shape(vectors, 256), 128, 128);
}
GRADED(fast, "rung 3: multiply_vectors: shared memory eight times less, without conflicts", 3) {
    const Shape shape = drawn_shape(vectors, 256);
    check_no_conflicts(vectors, shape);
    check_wavefronts(vectors, shape, 8);
}
GRADED(fast, "rung 3: multiply_vectors: work", 2) {
    check_work(vectors, 256, [](int k) { return 1.7 + 0.143 * k; });
}
TIMED("rung 3: multiply_vectors: time on the device", 3) {
    // Long sums: each batch brings C back, which for a C of 4096 x 4096 takes longer than the runs.
    check_time(vectors, {2048, 2048, 8192});
}

}  // namespace tiled_matmul_suite
