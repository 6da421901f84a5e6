// The graded cases of lab 01: the values of four functions on the host, one rung each; that they
// stay inside their arrays; and how many cache lines their loop orders fetch.
#include <fmt/format.h>

#include <bit>
#include <limits>

#include "suite/matvec.hpp"

namespace scalar_loop {

LAB_SUITE("01-scalar-loop");

namespace {

using matvec::Layout;
using matvec::Shape;
using matvec::Subject;

/// There is no kernel yet: the loops of the CPU are what this lab is about.
Subject of_host(const char* function, Layout layout) {
    return {.function = function, .layout = layout, .is_of_host = true};
}

const Subject gather_row_major = of_host("gather_row_major", Layout::row_major);
const Subject scatter_row_major = of_host("scatter_row_major", Layout::row_major);
const Subject gather_column_major = of_host("gather_column_major", Layout::column_major);
const Subject scatter_column_major = of_host("scatter_column_major", Layout::column_major);

const std::vector<Shape> shapes = matvec::shapes({.block = 16, .large_elements = 1 << 16});
const Shape odd_shape{13, 29};

constexpr std::size_t margin = 64;

std::vector<float> with_margin(std::vector<float> values) {
    values.resize(values.size() + margin, std::numeric_limits<float>::quiet_NaN());
    return values;
}

/// NaNs follow every input, so a sum that includes one is wrong. Elements that must stay unwritten
/// follow y.
void check_stays_inside(const Subject& subject) {
    const auto problem = matvec::make_problem(subject, odd_shape, runner::InputKind::integers);
    const auto n = static_cast<std::size_t>(odd_shape.n);
    Call call(subject.function);
    call.of_the_host()
        .size("n", odd_shape.n)
        .size("m", odd_shape.m)
        .input("A", with_margin(problem.A))
        .input("x", with_margin(problem.x))
        .input("b", with_margin(problem.b))
        .output<float>("y", n + margin);
    for (const Answer& answer : run(call)) {
        const auto y = answer.output<float>("y");
        for (std::size_t i = 0; i < n; i++) {
            expect(y[i] == y[i], subject.function + " takes in an element beyond A, x or b");
        }
        for (std::size_t i = n; i < y.size(); i++) {
            expect(std::bit_cast<std::uint32_t>(y[i]) == runner::poison_word,
                   subject.function + " writes beyond the end of y");
        }
    }
}

/// The sizes in predict.toml. The inner loop of the slow orders touches 1200 or 1000 lines, and the
/// modelled cache holds 512. Neither rows nor columns are a power of two apart.
constexpr Shape example{1200, 1000};
constexpr std::uint64_t floats_per_line = 16;

/// Cache lines fetched, by the model of a cache: see HostCache.
std::uint64_t lines_fetched(const Subject& subject, Shape shape) {
    const std::string name = fmt::format("{} {}", subject.function, shape.n);
    const auto make = [&](runner::InputKind kind) {
        CheckedCall made = matvec::call_with(kind, subject, shape);
        made.call.watch_cache();
        return made;
    };
    return counts_of(name, make).lines_fetched();
}

/// A loop along A's memory fetches each of its lines once; a loop across it fetches each 16 times.
/// Twice is allowed, for tiles whose edges divide lines.
void check_walks_along(const Subject& subject, Shape shape) {
    const std::uint64_t lines =
        static_cast<std::uint64_t>(shape.n) * static_cast<std::uint64_t>(shape.m) / floats_per_line;
    const auto fetched = lines_fetched(subject, shape);
    expect(fetched >= lines,
           fmt::format("{} lines were seen to be fetched, and A alone has {}: not "
                       "all accesses were seen",
                       fetched, lines));
    expect(
        fetched <= 2 * lines,
        fmt::format("{} rows and {} columns: a cache of 32 KiB fetches {} lines of 64 bytes, and A "
                    "has {}: let the inner loop run along A, from one float to the next",
                    shape.n, shape.m, fetched, lines));
}

/// A loop across A comes to more lines than the cache holds, however long they are: fewer would all
/// stay there until the next turn. Shorter ones than a line would share it.
Shape draw_many_lines(const Subject& subject) {
    constexpr int elements = 1 << 19, fewest = 700, doublings = 5;
    const int lines = fewest << draw_below(doublings, subject.function + " lines");
    const int across = draw_size(lines, subject.function + " lines drawn");
    const int along = elements / across;
    return subject.layout == Layout::row_major ? Shape{across, along} : Shape{along, across};
}

/// In the call that the task sheet names, and in two that a submission cannot know: one with more
/// columns than rows, and one with any ratio of both.
void check_walks_along(const Subject& subject) {
    check_walks_along(subject, example);
    check_walks_along(subject, matvec::draw_work_shape({900, 1100}, subject.function));
    check_walks_along(subject, draw_many_lines(subject));
}

void check_prediction(const Subject& subject) {
    expect_predicted(subject.function, {{{"lines", lines_fetched(subject, example)}}});
}

}  // namespace

GRADED(correct, "rung 1: gather, row-major: integers, every shape", 9) {
    matvec::check_integers(gather_row_major, shapes);
}
GRADED(correct, "rung 1: gather, row-major: reals, rounding bound", 5) {
    matvec::check_rounding(gather_row_major, shapes);
}
GRADED(correct, "rung 1: gather, row-major: zeros, infinities and NaNs", 3) {
    matvec::check_special_values(gather_row_major, odd_shape);
}
GRADED(safe, "rung 1: gather, row-major: stays inside its arrays", 4) {
    check_stays_inside(gather_row_major);
}
GRADED(fast, "rung 1: gather, row-major: runs along A", 4) {
    check_walks_along(gather_row_major);
}
GRADED(predict, "rung 1: gather, row-major: lines that a cache fetches", 2) {
    check_prediction(gather_row_major);
}

GRADED(correct, "rung 2: scatter, row-major: integers, every shape", 9) {
    matvec::check_integers(scatter_row_major, shapes);
}
GRADED(correct, "rung 2: scatter, row-major: reals, rounding bound", 5) {
    matvec::check_rounding(scatter_row_major, shapes);
}
GRADED(correct, "rung 2: scatter, row-major: zeros, infinities and NaNs", 3) {
    matvec::check_special_values(scatter_row_major, odd_shape);
}
GRADED(safe, "rung 2: scatter, row-major: stays inside its arrays", 4) {
    check_stays_inside(scatter_row_major);
}
GRADED(predict, "rung 2: scatter, row-major: lines that a cache fetches", 2) {
    check_prediction(scatter_row_major);
}

GRADED(correct, "rung 3: gather, column-major: integers, every shape", 9) {
    matvec::check_integers(gather_column_major, shapes);
}
GRADED(correct, "rung 3: gather, column-major: reals, rounding bound", 5) {
    matvec::check_rounding(gather_column_major, shapes);
}
GRADED(correct, "rung 3: gather, column-major: zeros, infinities and NaNs", 3) {
    matvec::check_special_values(gather_column_major, odd_shape);
}
GRADED(safe, "rung 3: gather, column-major: stays inside its arrays", 4) {
    check_stays_inside(gather_column_major);
}
GRADED(predict, "rung 3: gather, column-major: lines that a cache fetches", 2) {
    check_prediction(gather_column_major);
}

GRADED(correct, "rung 4: scatter, column-major: integers, every shape", 9) {
    matvec::check_integers(scatter_column_major, shapes);
}
GRADED(correct, "rung 4: scatter, column-major: reals, rounding bound", 5) {
    matvec::check_rounding(scatter_column_major, shapes);
}
GRADED(correct, "rung 4: scatter, column-major: zeros, infinities and NaNs", 3) {
    matvec::check_special_values(scatter_column_major, odd_shape);
}
GRADED(safe, "rung 4: scatter, column-major: stays inside its arrays", 4) {
    check_stays_inside(scatter_column_major);
}
GRADED(fast, "rung 4: scatter, column-major: runs along A", 4) {
    check_walks_along(scatter_column_major);
}
GRADED(predict, "rung 4: scatter, column-major: lines that a cache fetches", 2) {
    check_prediction(scatter_column_major);
}

}  // namespace scalar_loop
