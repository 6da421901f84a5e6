// What the products cost. Bounds on sectors are for sizes that are multiples of 32, so that rows
// begin with a sector; docs/labs/10-tiled-matmul.md derives them.
#include "suite/work.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <string>
#include <utility>

#include "suite/batch.hpp"
#include "suites/10-tiled-matmul/checks.hpp"

namespace tiled_matmul_suite {

Subject tiled(int tile) {
    return {"multiply_tiled", tile, tile, 96, {{"tile", tile}}};
}

const Answer& counts_of(const Subject& subject, Shape shape) {
    std::string name = subject.function + " " + shape.words();
    for (const auto& [number, value] : subject.numbers) name += fmt::format(" {}", value);
    return grader::suite::counts_of(name, [&](InputKind kind) {
        return checked(make_problem(subject.function, shape, kind, draw_seed(), subject.numbers));
    });
}

namespace {

/// From 32 to 128 terms, so that no kernel is quick for one length of the sums only: one for the
/// call of whole tiles, and another one for the call of odd sizes. With so few, a kernel that makes
/// rung 1 by another way where B fits into constant memory does so at every size.
struct Terms {
    int whole, odd;
};
Terms drawn_terms(const Subject& subject) {
    const int first = draw_below(4, subject.function + " k");
    const int other = (first + 1 + draw_below(3, subject.function + " about odd k")) % 4;
    return {32 * (first + 1), 32 * (other + 1)};
}

/// Drawn once for all cases of a rung, which share a call. What m gains, n loses, so that slow work
/// takes about as long with every seed.
Shape drawn_shape(const Subject& subject) {
    const int more = 32 * (draw_size(4, subject.function + " m") - 4);  // -32, 0 or 32
    return {subject.side + more, subject.side - more, drawn_terms(subject).whole};
}

/// Sizes of which one is odd and two are even, no multiples of 32, so that tiles extend beyond all
/// edges.
Shape drawn_odd_shape(const Subject& subject) {
    const int odd = draw_size(8, subject.function + " odd size") % 3;
    const auto size = [&](int about, const char* what, int which) {
        const int even = 2 * draw_work_size(about / 2, subject.function + what);
        if (which == odd) return even + 1;
        return even % 32 == 0 ? even + 2 : even;
    };
    return {size(subject.side, " odd m", 0), size(subject.side, " odd n", 1),
            size(drawn_terms(subject).odd, " odd k", 2)};
}

/// A tall C of longer sums than the others, and a flat one of shorter sums, so that no kernel is
/// quick only where C is nearly square, or sums are of usual lengths.
std::pair<Shape, Shape> drawn_strips(const Subject& subject) {
    const auto size = [&](int about, const char* what) {
        return draw_work_size(about, subject.function + what);
    };
    const int narrow = subject.side / 3, wide = 2 * subject.side;
    return {{size(wide, " tall m"), size(narrow, " tall n"), size(200, " long k")},
            {size(narrow, " flat m"), size(wide, " flat n"), size(16, " short k")}};
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

/// A thread that has copied both tiles to memory of its own could make all products of its block.
void expect_products_shared(const Answer& answer, const Subject& subject, Shape shape) {
    // A product usually takes two basic blocks or three; written out, as by a fold expression over
    // a lambda, fifteen.
    constexpr int many = 18, begin = 60;
    const int each = std::max(1, subject.block / 16);
    const double enough = many * each * each * (shape.k + begin);
    expect_few_steps(
        answer, enough,
        fmt::format("{}, {}, takes less than {:.0f} of each thread where a thread has {} x {} sums",
                    subject.function, shape.words(), enough, each, each));
}

void expect_threads_share(const Answer& answer, const Subject& subject, Shape shape) {
    expect_warps_share(answer, subject.function + ", " + shape.words());
    expect_products_shared(answer, subject, shape);
}

}  // namespace

void check_traffic(const Subject& subject) {
    const Shape shape = drawn_shape(subject);
    const Answer& answer = counts_of(subject, shape);
    const auto count = static_cast<double>(all_sectors(answer));
    const double enough = sectors_of_blocks(shape, subject.block, subject.block);
    const double least = sectors_of_blocks(shape, shape.m, shape.n);
    // The rung is about what is loaded. More sectors for the stores of C cost this case alone.
    const auto stores = static_cast<double>(counted(answer, "global_store_sectors"));
    const double of_C = sectors(shape.m, shape.n), more = std::max(0.0, stores - of_C);
    expect_saved(
        count - more, enough,
        fmt::format("{}: {:.0f} sectors of global memory; {:.0f} are enough where blocks of {} x "
                    "{} elements of C load each of their elements of A and B once",
                    shape.words(), count, enough, subject.block, subject.block),
        about_accesses);
    constexpr double slack = 1.05;
    expect(count <= slack * enough,
           fmt::format("{}: stores ask for {:.0f} sectors of global memory, and C has {:.0f}: let "
                       "neighbouring lanes store neighbouring elements, each once",
                       shape.words(), stores, of_C),
           about_accesses);
    expect_no_less(
        count, least,
        fmt::format("{}: {:.0f} sectors of global memory; A, B and C have {:.0f}: the elements "
                    "must come from there",
                    shape.words(), count, least));
}

void check_tile_used(int tile) {
    const Shape shape = drawn_shape(tiled(tile));
    const auto count = static_cast<double>(all_sectors(counts_of(tiled(tile), shape)));
    const double of_wider = sectors_of_blocks(shape, 2 * tile, 2 * tile);
    expect(count > of_wider,
           fmt::format("{}: {:.0f} sectors of global memory where tiles of {} are asked for; even "
                       "tiles of {} take {:.0f}: use the tile's width that is given",
                       shape.words(), count, tile, 2 * tile, of_wider),
           about_accesses);
}

void check_threads_share(const Subject& subject) {
    const Shape shape = drawn_shape(subject);
    expect_threads_share(counts_of(subject, shape), subject, shape);
}

void check_no_conflicts(const Subject& subject) {
    const Shape shape = drawn_shape(subject);
    const Answer& answer = counts_of(subject, shape);
    const auto conflicts = bank_conflicts(answer);
    const auto wavefronts = shared_wavefronts(answer);
    const double least = static_cast<double>(std::min(shape.m, shape.n)) * shape.k / 32;
    expect_no_less(static_cast<double>(counted(answer, "shared_store_wavefronts")), least,
                   "no tiles are kept in shared memory, which this rung is about");
    expect_threads_share(answer, subject, shape);
    expect(conflicts * 100 <= wavefronts,
           fmt::format("{} of {} wavefronts of shared memory are bank conflicts: lanes of a warp "
                       "touch other rows of a tile in the same bank; let neighbouring lanes take "
                       "neighbouring columns of the tile, exchange its indices, or make its rows "
                       "longer",
                       conflicts, wavefronts),
           about_shared_memory);
}

// Each product needs two floats from shared memory, which a warp of 32 loads in two wavefronts. A
// thread that keeps `each` x `each` sums loads 2 * each floats for each * each products. Storing
// the tiles adds an eighth of that or less. Lanes that read the same float share a wavefront,
// which then counts the same. So does a shuffle, which takes the same way as a load.
void check_wavefronts(const Subject& subject) {
    const Shape shape = drawn_shape(subject);
    const int each = subject.block / 16;
    const Answer& answer = counts_of(subject, shape);
    const auto count = static_cast<double>(shared_wavefronts(answer) + exchanges(answer));
    const double products = static_cast<double>(shape.m) * shape.n * shape.k;
    const double enough = 1.25 * products / 32 * 2 / each * rounded_up(shape, subject.block);
    expect_saved(
        count, enough,
        fmt::format(
            "{}: {:.0f} wavefronts of shared memory, shuffles and votes; {:.0f} are enough where a "
            "thread loads 2 * {} floats into registers for {} * {} products",
            shape.words(), count, enough, each, each, each),
        about_shared_memory);
}

// A request of 32 lanes with four floats each loads 128. In a tile that extends beyond the edge,
// some lanes load nothing: at most half of them, for sizes that are multiples of 32.
void check_vector_loads() {
    const Shape shape = drawn_shape(vectors);
    const auto requests =
        static_cast<double>(counted(counts_of(vectors, shape), "global_load_requests"));
    const double floats =
        static_cast<double>(shape.m) * shape.k * blocks_of(shape.n, vectors.block) +
        static_cast<double>(shape.k) * shape.n * blocks_of(shape.m, vectors.block);
    const double enough = 1.6 * floats / 128;
    expect_saved(
        requests, enough,
        fmt::format(
            "{}: {:.0f} requests load A and B; {:.0f} are enough where each lane loads four "
            "floats at once: use float4 where the rows are aligned",
            shape.words(), requests, enough),
        about_loads);
}

void check_work(const Subject& subject) {
    constexpr double float_by_float = 2;
    const Shape whole = drawn_shape(subject), odd = drawn_odd_shape(subject);
    const auto [tall, flat] = drawn_strips(subject);
    for (const auto& [shape, factor] : {std::pair{whole, 1.0},
                                        {odd, float_by_float},
                                        {tall, float_by_float},
                                        {flat, float_by_float}})
        grade_work(counts_of(subject, shape), factor * limit_of(subject.function, {{"k", shape.k}}),
                   subject.function + ", " + shape.words());
    demonstrate(counts_of(subject, whole));
}

void check_hunt(const Subject& subject) {
    check_work(subject);
    const Shape shape = drawn_shape(subject);
    const Answer& answer = counts_of(subject, shape);
    for (const Shape& each : {shape, drawn_odd_shape(subject)})
        expect_repaired(counts_of(subject, each), subject.function + "_kernel");
    expect_threads_share(answer, subject, shape);
    check_traffic(subject);
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

}  // namespace tiled_matmul_suite
