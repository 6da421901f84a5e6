// What the products cost, and that a kernel computes them.
#include "suite/work.hpp"

#include <fmt/format.h>

#include <cmath>
#include <cstdint>
#include <string>
#include <utility>

#include "suites/12-python/checks.hpp"

namespace python_products {

namespace {

/// The call whose work is checked, the same in all cases. The sums are short or long, so that no
/// kernel is quick for one length only. All three sizes differ.
Shape example(const std::string& function) {
    const int about = 30 * draw_below(3, function + " about k") + 35;
    return {draw_work_size(80, function + " m"), draw_work_size(110, function + " n"),
            draw_work_size(about, function + " k")};
}

/// Short sums for many elements, so that threads without an element matter.
Shape flat_example() {
    return {draw_work_size(150, "flat m"), draw_work_size(170, "flat n"), 8};
}

/// Whole tiles only, so that none of them extends beyond an edge.
Shape whole_example() {
    const int m = tile * draw_size(4, "whole m");
    const int terms = tile * (draw_below(6, "whole k") + 1);
    return {m, m + tile * draw_size(2, "whole n"), terms};
}

/// A kernel's loads may depend a little on the numbers, where it leaves out zeros for example.
void expect_same_loads(const Answer& one, const Answer& other) {
    constexpr double slack = 1.1;
    const auto first = static_cast<double>(counted(one, "global_load_sectors")),
               second = static_cast<double>(counted(other, "global_load_sectors"));
    expect(first <= slack * second && second <= slack * first,
           fmt::format("what multiply loads depends on which numbers a and b have: {:.0f} sectors, "
                       "and {:.0f} with others",
                       first, second));
}

/// A call whose counts are examined. If it has a twin, that must load as much.
CheckedCall counted_product(const std::string& function, Shape shape, InputKind kind) {
    Suspected made = product_of(function, shape, kind, draw_seed());
    Call whole = make_call(made.problem);
    if (made.twin) whole.twin(make_call(made.twin->problem));
    return {std::move(whole), [made = std::move(made)](const Call& call, const Answer& answer) {
                check_values(made.problem, call, Outcome({answer}));
                if (!call.twin()) return;
                // The lanes of a warp may load together in one order, and not in another one.
                const std::string order = answer.order() == "forward" ? "reverse" : answer.order();
                const Answer twins = run(*call.twin(), order);
                check_values(made.twin->problem, *call.twin(), Outcome({twins}));
                made.twin->compare(answer, twins);
                expect_same_loads(answer, twins);
            }};
}

const Answer& counts_of_product(const std::string& function, Shape shape, const std::string& name) {
    const std::string call = function + " " + name;
    return counts_of(call, [&](InputKind kind) { return counted_product(function, shape, kind); });
}

double of(int a, int b) {
    return std::ceil(static_cast<double>(a) / b);
}

std::string called(const std::string& function, Shape shape) {
    return function + " of " + product::words(shape);
}

/// Each number of A and B must be loaded at least once; otherwise the product was computed
/// elsewhere.
void expect_loads(const Answer& answer, Shape shape) {
    const auto loaded = static_cast<double>(counted(answer, "global_load_sectors"));
    const double least =
        (double{1} * shape.m * shape.k + double{1} * shape.k * shape.n) / floats_per_sector;
    expect_no_less(
        loaded, least,
        fmt::format("{} loads {:.0f} sectors; a and b have {:.0f}: their numbers must be "
                    "loaded from there",
                    called(answer.function(), shape), loaded, least));
}

/// Sent once each, a, b and c can be padded, in double precision, or in parts. Python can also
/// repeat them for each product of two numbers: then what adds up arrays is enough, and no kernel
/// is written that finds a row and a column.
void expect_sent_once(const Answer& answer, Shape shape) {
    constexpr double times = 8;
    const double sent = answer.output<std::uint32_t>("sent").at(0);
    const double once =
        sizeof(float) * (double{1} * shape.m * shape.k + double{1} * shape.k * shape.n +
                         double{1} * shape.m * shape.n);
    expect_used(
        sent <= times * once,
        fmt::format("{} sends {:.0f} bytes to the device; a, b and c have {:.0f}: the kernel "
                    "is to find the numbers of each row and column, not Python",
                    called(answer.function(), shape), sent, once));
}

/// A warp's request for a factor serves a product of each of its lanes, or more. Arithmetic has no
/// counts, so few threads that make all products of a block show only here. Conflicts are counted
/// by another case.
void expect_products_side_by_side(const Answer& answer, double tiles) {
    constexpr double lanes = 32, few = 4;
    const auto requests = static_cast<double>(counted(answer, "shared_load_wavefronts") -
                                              counted(answer, "shared_load_bank_conflicts"));
    const double factors = tiles * tile * tile * tile * 2;
    expect_used(requests < factors / few,
                fmt::format("multiply_tiled makes {:.0f} requests to shared memory for {:.0f} "
                            "factors; {:.0f} are enough where the threads of a block share its "
                            "products",
                            requests, factors, factors / lanes),
                about_shared_memory);
}

/// The threads of a block multiply side by side: neither one of its warps alone, nor one thread
/// that has copied the tiles to memory of its own.
void expect_threads_share(const Answer& answer, Shape shape) {
    constexpr double steps_of_a_tile = 60, few = 4;
    const double enough = few * steps_of_a_tile * (of(shape.k, tile) + 1);
    const std::string what = called(answer.function(), shape);
    expect_warps_share(answer, what);
    expect_few_steps(answer, enough,
                     fmt::format("{} takes less than {:.0f} of each thread where the threads of a "
                                 "block share its products",
                                 what, enough));
}

}  // namespace

const Answer& square(const std::string& function, int n) {
    return counts_of_product(function, {n, n, n}, fmt::format("square {}", n));
}

void check_work_of_multiply() {
    const Shape shape = example("multiply");
    const Answer& answer = counts_of_product("multiply", shape, "work");
    grade_work(answer, limit_of("multiply", {{"k", shape.k}}), called("multiply", shape));
    expect_loads(answer, shape);
    expect_sent_once(answer, shape);
    const Shape flat = flat_example();
    grade_work(counts_of_product("multiply", flat, "flat work"),
               limit_of("multiply", {{"k", flat.k}}), called("multiply", flat));
}

void check_loads_of_tiles() {
    const Shape s = example("multiply_tiled");
    const Answer& answer = counts_of_product("multiply_tiled", s, "work");
    const double tiles = of(s.m, tile) * of(s.n, tile) * of(s.k, tile);
    // Rows of 16 floats may begin anywhere in a sector of 8, so they touch up to three sectors.
    const double enough = tiles * 2 * tile * 3;
    expect_loads(answer, s);
    const auto read = static_cast<double>(sectors_read(answer));
    expect_saved(read, enough,
                 fmt::format("{} loads {:.0f} sectors; {:.0f} are enough where the threads of a "
                             "block share a tile of a and one of b",
                             called("multiply_tiled", s), read, enough),
                 about_loads);
    expect_used(counted(answer, "shared_load_wavefronts") > 0,
                "multiply_tiled reads nothing from shared memory: the tiles are to lie there");
    expect_products_side_by_side(answer, tiles);
    expect_threads_share(answer, s);
}

void check_no_conflicts() {
    const Answer& answer = counts_of_product("multiply_tiled", example("multiply_tiled"), "work");
    const auto conflicts = bank_conflicts(answer);
    expect(conflicts == 0,
           fmt::format("{} bank conflicts: lanes of a warp are to read the same "
                       "word, or words next to each other",
                       conflicts),
           about_shared_memory);
}

void check_work_of_tiles() {
    const Shape shape = example("multiply_tiled");
    grade_work(counts_of_product("multiply_tiled", shape, "work"),
               limit_of("multiply_tiled", {{"k", shape.k}}), called("multiply_tiled", shape));
    const Shape whole = whole_example();
    grade_work(counts_of_product("multiply_tiled", whole, "whole work"),
               limit_of("multiply_tiled", {{"k", whole.k}}), called("multiply_tiled", whole));
}

}  // namespace python_products
