// The graded cases of lab 05: rung 1 blocks of columns; rung 2 the hunt, the same with the
// transpose; rung 3 the tiled transpose; rung 4 both together. Bounds on sectors are for sizes that
// are drawn as multiples of 32, so that rows and columns begin with a sector.
#include <fmt/format.h>

#include <array>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "suite/failing.hpp"
#include "suite/matvec.hpp"
#include "suite/matvec_timing.hpp"
#include "suite/work.hpp"
#include "suites/05-coalescing/checks.hpp"

namespace coalescing {

LAB_SUITE("05-coalescing");

namespace {

using matvec::Subject;

constexpr int usual_width = 64;

Subject subject(const char* function, matvec::Layout layout, int width) {
    return {.function = function, .layout = layout, .sizes = {{"width", width}}, .adds_to_y = true};
}

Subject block_multiply(int width = usual_width) {
    return subject("block_multiply", matvec::Layout::column_major, width);
}

Subject block_multiply_transposed(int width = usual_width) {
    return subject("block_multiply_transposed", matvec::Layout::column_major_transposed, width);
}

Subject transpose_then_multiply(int width = usual_width) {
    Subject then =
        subject("transpose_then_multiply", matvec::Layout::column_major_transposed, width);
    then.scratch = {{"At", [](Shape shape) { return std::uint64_t(shape.n) * shape.m; }}};
    return then;
}

const std::vector<Shape> shapes = matvec::shapes({.block = 256, .large_elements = 1 << 14});
const std::vector<Shape> few_shapes = {{1, 1}, {3, 65}, {65, 3}, {97, 101}, {270, 33}, {33, 270}};
const Shape odd_shape{77, 131};
constexpr int drawn_elements = 1 << 15;
// The sizes in predict.toml, and others for which its formulas must hold.
const Shape example{512, 768};
Shape drawn_example() {
    return {32 * draw_size(9, "predicted rows"), 32 * draw_size(7, "predicted columns")};
}
/// 64, 96 or 128, with 32 columns left over, so that no formula can assume that m / width is an
/// integer.
int drawn_width() {
    return 32 * (2 + draw_size(8, "predicted width") % 3);
}
/// 56 or 72, for calls whose work is graded: no kernel is to be quick only for the usual width.
int work_width() {
    return usual_width + (draw_size(8, "width") % 2 == 0 ? -8 : 8);
}
Shape drawn_example_for(int width) {
    return {drawn_example().n, width * (1 + draw_size(7, "predicted columns") % 3) + 32};
}

Sizes sizes_of(Shape shape, int width) {
    Sizes sizes = matvec::sizes_of(shape);
    sizes["width"] = width;
    return sizes;
}

std::uint64_t bytes_of_matrix(Shape shape) {
    return elements(shape) * sizeof(float);
}

/// Checks the predictions for a function that takes a width.
void expect_predicted_of(const std::string& function, auto subject_of,
                         const std::function<Counts(const Answer&, Shape)>& counts) {
    const auto counts_at = [&](Shape shape, int width) -> CountsAt {
        const Answer& answer = matvec::counts_of(subject_of(width), shape);
        // Otherwise 0 is the answer for a program that reads A in another way where it is asked.
        expect(
            traffic(answer, bytes_of_matrix(shape)).sectors >= elements(shape) / floats_per_sector,
            fmt::format("with {} rows and {} columns, not all of A is loaded from there, which "
                        "is what the questions are about",
                        shape.n, shape.m));
        matvec::expect_work(subject_of(width), shape);
        return {counts(answer, shape), sizes_of(shape, width)};
    };
    expect_predicted(function, counts_at(example, usual_width),
                     {counts_at(drawn_example_for(drawn_width()), drawn_width())});
}

/// The smallest and the largest width, and some that divide nothing. For each of them: one block of
/// columns, and a few with a shorter last one.
void check_widths(const auto& subject_of) {
    for (const int width : {1, 7, 8, 33, 100, 256})
        matvec::check_integers(subject_of(width), std::array{Shape{1, 1}, Shape{40, width + 45},
                                                             Shape{width + 45, 40}});
}

/// With 256 outputs a block there are more blocks than threads fit in a block, so that a launch
/// with both numbers exchanged fails.
constexpr int many_outputs = 262'400;

/// A block's index in y is at most 65535, and a million rows of 8 per block would exceed that. Only
/// a device runs so many threads in reasonable time.
void check_long(const auto& subject_of) {
    if (on_simulator()) return;
    matvec::check_integers(subject_of(8), std::array{Shape{1, 1 << 20}, Shape{1 << 20, 1}});
}

void expect_at_most(std::string_view what, double count, double bound, const char* why) {
    expect_saved(count, bound,
                 fmt::format("{}: {:.0f}; {:.0f} are enough: {}", what, count, bound, why),
                 about_accesses);
}

/// Drawn once for all cases that share a call. There are few outputs and long sums, so that one
/// thread per output, which these products should beat, is many times slower.
Shape drawn_shape(const Subject& subject) {
    const Shape drawn = matvec::draw_work_shape({192, 1600}, subject.function, 32);
    return subject.function == "block_multiply" ? drawn : Shape{drawn.m, drawn.n};
}

/// The same for cases that do not need complete warps.
Shape drawn_odd_shape(const Subject& subject) {
    const Shape drawn = matvec::draw_work_shape({96, 800}, subject.function + " odd");
    const Shape odd{2 * drawn.n + 1, 2 * drawn.m + 1};
    return subject.function == "block_multiply" ? odd : Shape{odd.m, odd.n};
}

void check_work(const Subject& subject) {
    for (const Shape shape : {drawn_shape(subject), drawn_odd_shape(subject)})
        matvec::check_work(subject, shape);
}

/// More outputs than terms of a sum. They are so few that blocks of 1024 threads, as a paper has
/// them, take no longer in rung 2, where all loads of a block are scattered.
Shape drawn_tall_shape(const Subject& subject) {
    const Shape half = matvec::draw_work_shape({200, 150}, subject.function + " tall");
    const Shape tall{2 * half.n + 1, 2 * half.m + 1};
    return subject.function == "block_multiply" ? tall : Shape{tall.m, tall.n};
}

/// The same, and once with a width that is far from the usual one and odd, so that no kernel is
/// quick for one kind of shape or of width only.
void check_work_of_widths(const auto& subject_of) {
    check_work(subject_of(work_width()));
    const Subject wide = subject_of(8 * draw_size(16, "wide") + 1);
    matvec::check_work(wide, drawn_tall_shape(wide));
}

/// All kinds of accesses together. Each sector of A once, `for_A` in total; at most one sector of x
/// for each iteration of a warp, which suffices without shared memory, too; one addition to y for
/// each thread's part of the sum; and y begins as b.
void check_traffic(const Answer& answer, Shape shape, double for_A, int outputs, int inputs) {
    const double parts = (inputs + work_width() - 1) / work_width();
    const double enough = for_A + static_cast<double>(elements(shape)) / 32 +
                          outputs * (parts + 2) / floats_per_sector;
    expect_at_most(
        "sectors that all accesses ask for", static_cast<double>(all_sectors(answer)), enough,
        "let neighbouring threads read neighbouring elements where the layout allows it, "
        "read each element of A once, sum in a variable, and add that to y once");
}

void check_launches(const Answer& answer, std::uint64_t enough) {
    expect(answer.launch_count() <= enough,
           fmt::format("{} launches; {} are enough", answer.launch_count(), enough));
}

void check_that_failures_are_reported(const Subject& subject) {
    expect_failures_handled(matvec::integers_call(subject, matvec::draw_shape({40, 40})));
}

Shape drawn_matrix() {
    return matvec::draw_work_shape({480, 360}, "transpose", 8);
}

/// No multiples of anything, and the longer side is the other one.
Shape drawn_odd_matrix() {
    const Shape half = matvec::draw_work_shape({180, 240}, "odd transpose");
    return {2 * half.n + 1, 2 * half.m + 1};
}

std::uint64_t a_request(const Traffic& traffic) {
    return traffic.requests == 0 ? 0 : traffic.sectors / traffic.requests;
}

}  // namespace

GRADED(correct, "rung 1: block_multiply: integers, every shape", 8) {
    matvec::check_integers(block_multiply(), shapes);
    matvec::check_integers(block_multiply(), matvec::draw_aspects(drawn_elements));
}
GRADED(correct, "rung 1: block_multiply: integers, every width", 3) {
    check_widths(block_multiply);
    matvec::check_integers(block_multiply(), std::array{Shape{many_outputs, 1}});
    check_long(block_multiply);
}
GRADED(correct, "rung 1: block_multiply: reals, rounding bound", 4) {
    matvec::check_rounding(block_multiply(), few_shapes);
}
GRADED(correct, "rung 1: block_multiply: zeros, infinities and NaNs", 3) {
    matvec::check_special_values(block_multiply(), odd_shape);
}
GRADED(safe, "rung 1: block_multiply: nothing is found", 6) {
    expect_no_findings("block_multiply");
}
GRADED(safe, "rung 1: block_multiply: reports a launch that fails", 1) {
    check_that_failures_are_reported(block_multiply());
}
GRADED(fast, "rung 1: block_multiply: work, in two launches", 5) {
    const Shape shape = drawn_shape(block_multiply(work_width()));
    const Answer& answer = matvec::counts_of(block_multiply(work_width()), shape);
    demonstrate(answer);
    check_work_of_widths(block_multiply);
    check_launches(answer, 2);
}
GRADED(fast, "rung 1: block_multiply: A at 4 sectors a request, once", 5) {
    const Shape shape = drawn_shape(block_multiply(work_width()));
    const auto for_A = static_cast<double>(elements(shape)) / floats_per_sector;
    check_traffic(matvec::counts_of(block_multiply(work_width()), shape), shape, for_A, shape.n,
                  shape.m);
}
GRADED(predict, "rung 1: block_multiply: sectors and atomic operations", 2) {
    expect_predicted_of("block_multiply", block_multiply,
                        [](const Answer& answer, Shape shape) -> Counts {
                            const Traffic loads = traffic(answer, bytes_of_matrix(shape));
                            return {{"sectors_a_request", a_request(loads)},
                                    {"A_sectors", loads.sectors},
                                    {"atomic_operations", counted(answer, "atomic_operations")}};
                        });
}
TIMED("rung 1: block_multiply: time on the device", 2) {
    matvec::check_time(block_multiply(), {8192, 8192});
}
TIMED("rung 1: block_multiply: time with few rows", 1) {
    matvec::check_time(block_multiply(), {256, 16384});
}

GRADED(correct, "rung 2: block_multiply_transposed: integers, every shape", 5) {
    matvec::check_integers(block_multiply_transposed(), shapes);
    matvec::check_integers(block_multiply_transposed(), matvec::draw_aspects(drawn_elements));
}
GRADED(correct, "rung 2: block_multiply_transposed: integers, every width", 3) {
    check_widths(block_multiply_transposed);
    matvec::check_integers(block_multiply_transposed(), std::array{Shape{1, many_outputs}});
    check_long(block_multiply_transposed);
}
GRADED(correct, "rung 2: block_multiply_transposed: reals, rounding bound", 3) {
    matvec::check_rounding(block_multiply_transposed(), few_shapes);
}
GRADED(correct, "rung 2: block_multiply_transposed: zeros, infinities and NaNs", 2) {
    matvec::check_special_values(block_multiply_transposed(), odd_shape);
}
GRADED(safe, "rung 2: block_multiply_transposed: nothing is found", 7) {
    expect_no_findings("block_multiply_transposed");
}
GRADED(safe, "rung 2: block_multiply_transposed: reports a launch that fails", 1) {
    check_that_failures_are_reported(block_multiply_transposed());
}
GRADED(fast, "rung 2: block_multiply_transposed: work, in two launches", 2) {
    const Shape shape = drawn_shape(block_multiply_transposed(work_width()));
    check_work_of_widths(block_multiply_transposed);
    const Answer& answer = matvec::counts_of(block_multiply_transposed(work_width()), shape);
    check_launches(answer, 2);
}
GRADED(fast, "rung 2: block_multiply_transposed: a sector of A for each lane, no more", 1) {
    const Shape shape = drawn_shape(block_multiply_transposed(work_width()));
    check_traffic(matvec::counts_of(block_multiply_transposed(work_width()), shape), shape,
                  static_cast<double>(elements(shape)), shape.m, shape.n);
}
GRADED(predict, "rung 2: block_multiply_transposed: sectors", 3) {
    expect_predicted_of(
        "block_multiply_transposed", block_multiply_transposed,
        [](const Answer& answer, Shape shape) -> Counts {
            const Traffic loads = traffic(answer, bytes_of_matrix(shape));
            return {{"sectors_a_request", a_request(loads)}, {"A_sectors", loads.sectors}};
        });
}
TIMED("rung 2: block_multiply_transposed: time on the device", 1) {
    matvec::check_time(block_multiply_transposed(), {2048, 2048});
}

GRADED(correct, "rung 3: transpose: every shape", 8) {
    for (const Shape shape :
         {Shape{1, 1}, Shape{1, 2}, Shape{2, 1}, Shape{3, 2}, Shape{7, 13}, Shape{31, 33},
          Shape{32, 32}, Shape{33, 31}, Shape{1, 100}, Shape{100, 1}, Shape{65, 64}, Shape{97, 101},
          Shape{257, 130}, Shape{1000, 3}, Shape{3, 1000}, matvec::draw_shape({200, 300})})
        check_transpose(shape);
    for (const Shape shape : matvec::draw_aspects(drawn_elements)) check_transpose(shape);
}
GRADED(safe, "rung 3: transpose: nothing is found", 3) {
    expect_no_findings("transpose");
}
GRADED(safe, "rung 3: transpose: reports a launch that fails", 1) {
    expect_failures_handled(checked_transpose(matvec::draw_shape({40, 40})));
}
GRADED(fast, "rung 3: transpose: work", 3) {
    demonstrate(counts_of_transpose(drawn_matrix()));
    for (const Shape shape : {drawn_matrix(), drawn_odd_matrix()})
        grade_work(counts_of_transpose(shape), limit_of("transpose"),
                   fmt::format("transpose of {} x {}", shape.n, shape.m));
}
GRADED(fast, "rung 3: transpose: 4 sectors a request, loads and stores", 3) {
    const Shape shape = drawn_matrix();
    expect_at_most(
        "sectors that all accesses ask for",
        static_cast<double>(all_sectors(counts_of_transpose(shape))),
        2 * static_cast<double>(elements(shape)) / floats_per_sector,
        "let neighbouring threads touch neighbouring elements, once in A and once in At");
}
GRADED(fast, "rung 3: transpose: no bank conflicts, one launch", 2) {
    const Answer& answer = counts_of_transpose(drawn_matrix());
    check_launches(answer, 1);
    expect(bank_conflicts(answer) == 0,
           fmt::format("{} bank conflicts: a column of a tile 32 wide lies in one bank; make the "
                       "tile's rows one element longer",
                       bank_conflicts(answer)),
           about_shared_memory);
}
GRADED(predict, "rung 3: transpose: sectors and conflicts", 2) {
    const auto counts_at = [](Shape shape) -> CountsAt {
        const Answer& answer = counts_of_transpose(shape);
        const Traffic both{
            counted(answer, "global_load_requests") + counted(answer, "global_store_requests"),
            counted(answer, "global_load_sectors") + counted(answer, "global_store_sectors")};
        return {
            {{"sectors_a_request", a_request(both)}, {"bank_conflicts", bank_conflicts(answer)}},
            sizes_of(shape, usual_width)};
    };
    expect_predicted("transpose", counts_at(example), {counts_at(drawn_example())});
}

GRADED(correct, "rung 4: transpose_then_multiply: integers, every width", 5) {
    matvec::check_integers(transpose_then_multiply(), few_shapes);
    matvec::check_integers(transpose_then_multiply(), matvec::draw_aspects(drawn_elements));
    check_widths(transpose_then_multiply);
}
GRADED(correct, "rung 4: transpose_then_multiply: reals, rounding bound", 2) {
    matvec::check_rounding(transpose_then_multiply(), few_shapes);
}
GRADED(safe, "rung 4: transpose_then_multiply: nothing is found", 3) {
    expect_no_findings("transpose_then_multiply");
}
GRADED(fast, "rung 4: transpose_then_multiply: work, in three passes over the matrix", 3) {
    const Shape shape = drawn_shape(transpose_then_multiply(work_width()));
    const Answer& answer = matvec::counts_of(transpose_then_multiply(work_width()), shape);
    check_work_of_widths(transpose_then_multiply);
    check_launches(answer, 3);
    const auto of_matrix = static_cast<double>(elements(shape)) / floats_per_sector;
    check_traffic(answer, shape, 3 * of_matrix, shape.m, shape.n);
}
GRADED(predict, "rung 4: transpose_then_multiply: sectors", 1) {
    expect_predicted_of("transpose_then_multiply", transpose_then_multiply,
                        [](const Answer& answer, Shape shape) -> Counts {
                            const auto bytes = bytes_of_matrix(shape);
                            return {{"sectors", traffic(answer, bytes).sectors +
                                                    traffic(answer, bytes, "store").sectors}};
                        });
}
TIMED("rung 4: transpose_then_multiply: time on the device", 1) {
    matvec::check_time(transpose_then_multiply(), {8192, 8192});
}

}  // namespace coalescing
