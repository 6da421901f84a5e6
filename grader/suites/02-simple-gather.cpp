// The graded cases of lab 02: rung 1 the gather and its launch, rung 2 the memory management for
// it, rung 3 the scatter.
#include <fmt/format.h>

#include <array>
#include <utility>

#include "suite/failing.hpp"
#include "suite/matvec.hpp"
#include "suite/matvec_timing.hpp"
#include "suite/work.hpp"

namespace simple_gather {

LAB_SUITE("02-simple-gather");

namespace {

using grader::score::volume;
using matvec::Shape;
using matvec::Subject;

const Subject gather{.function = "gather", .rows_a_block = 256};
const Subject matvec_on_host{.function = "matvec", .rows_a_block = 256};
const Subject scatter{.function = "scatter", .adds_to_y = true};

const std::vector<Shape> shapes = matvec::shapes({.block = 256, .large_elements = 1 << 17});
const std::vector<Shape> scatter_shapes = matvec::shapes({.block = 256, .large_elements = 1 << 16});
const Shape odd_shape{259, 37};
constexpr int drawn_elements = 1 << 15;

// If blocks and threads of a launch are exchanged, this is only noticed from 1025 blocks on.
const std::vector<Shape> more_blocks_than_threads = {{1, 1025 * 256}, {1025 * 256, 1}};

/// Drawn once for all cases that share a call.
Shape drawn_shape(const Subject& subject) {
    return matvec::draw_work_shape({1000, 300}, subject.function);
}

/// One thread a row, and few rows that are long, or many that are short.
std::array<Shape, 2> draw_other_shapes(const Subject& subject) {
    return {matvec::draw_work_shape({480, 700}, subject.function + " few"),
            matvec::draw_work_shape({4000, 75}, subject.function + " many")};
}

/// Two rows that are so long that one thread a row is many times slower than one a column.
Shape draw_long_rows() {
    return {2, draw_work_size(8000, "scatter long rows")};
}

/// A warp loads b once, and in each iteration an element of A and one of x for each lane; it stores
/// y once. The bound is for 32 lanes whose rows are far apart and begin within a sector, as with
/// one thread per row in this layout.
void check_traffic(const Answer& answer, Shape shape) {
    constexpr double slack = 1.05;
    const double warps = (shape.n + 31) / 32, m = shape.m;
    const double bound = warps * (32 * m + m + 4 + 4);
    const auto sectors = static_cast<double>(all_sectors(answer));
    expect(sectors <= slack * bound,
           fmt::format("{} rows and {} columns: {:.0f} sectors of global memory; {:.0f} are enough "
                       "where a thread walks along its own row of A, loads each element once, sums "
                       "in a variable of its own, and stores y[i] once",
                       shape.n, shape.m, sectors, bound),
           about_accesses);
}

/// At most one addition for each product, and at least two for each row, since the rung is about
/// threads that add to the same element.
void check_additions(const Answer& answer, Shape shape) {
    const auto additions = counted(answer, "atomic_operations");
    const auto products = static_cast<std::uint64_t>(shape.n) * static_cast<std::uint64_t>(shape.m);
    expect_used(std::cmp_greater_equal(additions, 2 * shape.n),
                fmt::format("{} atomic additions to {} elements of y: this rung is about threads "
                            "that add to the same element by atomicAdd",
                            additions, shape.n));
    expect(additions <= products,
           fmt::format("{} atomic additions; {} products need no more", additions, products),
           about_atomics);
}

constexpr Shape example{1024, 64};  // the sizes in predict.toml

/// So many rows that blocks of the usual sizes are complete: another case is about missing guards.
Shape draw_shape_of_failing() {
    return {256, draw_size(256)};
}

CheckedCall call_of_matvec(Shape shape) {
    CheckedCall made = matvec::integers_call(matvec_on_host, shape);
    made.call.reproduce_with("");
    return made;
}

bool is_right(const CheckedCall& made, const Answer& answer) {
    try {
        made.check(made.call, answer);
        return true;
    } catch (const grader::suite::CaseFailed&) {
        return false;
    }
}

/// Leaves device memory for none of the arrays, only for the small ones, and for all except the
/// last small one. Managed memory does not run out: what is right all the same has lacked nothing.
void check_that_memory_may_run_out() {
    const Shape shape = draw_shape_of_failing();
    const auto n = static_cast<std::uint64_t>(shape.n), m = static_cast<std::uint64_t>(shape.m);
    const std::uint64_t matrix = sizeof(float) * n * m, vectors = sizeof(float) * (n + m);
    for (const std::uint64_t bytes : {std::uint64_t{0}, 2 * vectors, matrix, matrix + vectors}) {
        CheckedCall made = call_of_matvec(shape);
        made.call.may_throw().device_bytes_left(bytes);
        const Answer answer = run(made.call, "forward");
        expect(!answer.thrown().empty() || is_right(made, answer),
               fmt::format("with {} bytes of device memory free, cudaMalloc fails and matvec must "
                           "say so: wrap every call in CUDA_CHECK",
                           bytes));
    }
}

/// Kernels could also read the host's own arrays, once these are registered. Of x, one sector for
/// each iteration of a warp is a quarter of what A has.
void check_device_memory(const Answer& answer, double sectors_of_A) {
    double of_host = 0;
    for (const auto& launch : answer.launches())
        of_host += static_cast<double>(launch.counter("host_memory_sectors"));
    expect_used(of_host < sectors_of_A,
                fmt::format("kernels load and store {:.0f} sectors of the host's memory, and A has "
                            "{:.0f}: this rung is about arrays in the device's memory, to which "
                            "cudaMemcpy brings them",
                            of_host, sectors_of_A));
}

/// Arrays in variables would need no memory management, and end at their size. What else a program
/// keeps in variables is small.
void check_variables(const Answer& answer) {
    constexpr std::uint64_t most = 1 << 16;
    expect_used(
        answer.variable_bytes() <= most,
        fmt::format("the variables of the program hold {} bytes of device memory, as long as "
                    "it runs: this rung is about arrays that cudaMalloc makes as large as "
                    "they are needed, and cudaFree gives back",
                    answer.variable_bytes()));
}

}  // namespace

GRADED(correct, "rung 1: gather: integers, every shape", 15) {
    matvec::check_integers(gather, shapes);
    matvec::check_integers(gather, matvec::draw_aspects(drawn_elements));
}
GRADED(correct, "rung 1: gather: reals, rounding bound", 8) {
    matvec::check_rounding(gather, shapes);
}
GRADED(correct, "rung 1: gather: zeros, infinities and NaNs", 5) {
    matvec::check_special_values(gather, odd_shape);
}
GRADED(safe, "rung 1: gather: nothing is found", 8) {
    expect_no_findings("gather");
}

GRADED(fast, "rung 1: gather: work", 5) {
    const Shape shape = drawn_shape(gather);
    matvec::check_work(gather, shape);
    for (const Shape other : draw_other_shapes(gather)) matvec::check_work(gather, other);
    demonstrate(matvec::counts_of(gather, shape));
}
GRADED(fast, "rung 1: gather: one launch, and no more traffic than one thread a row needs", 3) {
    const Shape shape = drawn_shape(gather);
    const Answer& answer = matvec::counts_of(gather, shape);
    expect(answer.launch_count() == 1,
           fmt::format("gather makes {} launches; one computes all of y", answer.launch_count()));
    check_traffic(answer, shape);
}

TIMED("rung 1: gather: time on the device", 1) {
    matvec::check_time(gather, {4096, 4096});
}
GRADED(predict, "rung 1: gather: launches, blocks, requests and sectors", 3) {
    const Answer& answer = matvec::counts_of(gather, example);
    expect_predicted("gather", {{{"launches", answer.launch_count()},
                                 {"blocks", blocks_of(answer)},
                                 {"load_requests", counted(answer, "global_load_requests")},
                                 {"load_sectors", counted(answer, "global_load_sectors")}}});
}

GRADED(correct, "rung 2: matvec: integers, every shape", 11) {
    matvec::check_integers(matvec_on_host, shapes);
    matvec::check_integers(matvec_on_host, matvec::draw_aspects(drawn_elements));
    if (on_simulator())
        expect(matvec::counts_of(matvec_on_host, odd_shape).launch_count() > 0,
               "matvec is right and launches no kernel: copy A, x and b to the device, and call "
               "gather there");
}
GRADED(correct, "rung 2: matvec: reports every call that fails", 5) {
    if (!on_simulator()) return;  // a device allocates large pieces, so nothing fails
    expect_failures_reported(call_of_matvec(draw_shape_of_failing()));
    check_that_memory_may_run_out();
}
GRADED(safe, "rung 2: matvec: nothing is found, nothing stays allocated", 6) {
    expect_no_findings("matvec");
}
GRADED(safe, "rung 2: matvec: nothing stays allocated where a call fails", 2) {
    expect_nothing_kept_after_failures(call_of_matvec(draw_shape_of_failing()));
}

GRADED(fast, "rung 2: matvec: work", 1) {
    const Shape shape = drawn_shape(matvec_on_host);
    matvec::check_work(matvec_on_host, shape);
    for (const Shape other : draw_other_shapes(matvec_on_host))
        matvec::check_work(matvec_on_host, other);
    // The host has A and x, and could multiply them itself.
    const auto loaded = static_cast<double>(
        counted(matvec::counts_of(matvec_on_host, shape), "global_load_sectors"));
    const double least = static_cast<double>(shape.n) * shape.m / floats_per_sector;
    expect_no_less(loaded, least,
                   fmt::format("{} rows and {} columns: kernels load {:.0f} sectors, and A has "
                               "{:.0f}: the product must be made on the device",
                               shape.n, shape.m, loaded, least));
    check_device_memory(matvec::counts_of(matvec_on_host, shape), least);
    check_variables(matvec::counts_of(matvec_on_host, shape));
}

GRADED(correct, "rung 3: scatter: integers, every shape", 8) {
    matvec::check_integers(scatter, scatter_shapes);
    matvec::check_integers(scatter, more_blocks_than_threads);
    matvec::check_integers(scatter, matvec::draw_aspects(drawn_elements));
}
GRADED(correct, "rung 3: scatter: reals, rounding bound", 4) {
    matvec::check_rounding(scatter, scatter_shapes);
}
GRADED(correct, "rung 3: scatter: zeros, infinities and NaNs", 2) {
    matvec::check_special_values(scatter, odd_shape);
}
// The rung is about the race, which the values do not show if threads run one after the other.
GRADED(safe, "rung 3: scatter: nothing is found", 8) {
    expect_no_findings("scatter");
}
GRADED(safe, "rung 3: scatter: reports each launch that fails", 1) {
    expect_failures_reported(matvec::integers_call(scatter, matvec::draw_shape({8, 37})));
}
GRADED(fast, "rung 3: scatter: work, by atomic additions", 4) {
    const Shape shape = drawn_shape(scatter);
    matvec::check_work(scatter, shape);
    matvec::check_work(scatter, draw_long_rows());
    check_additions(matvec::counts_of(scatter, shape), shape);
}
GRADED(predict, "rung 3: scatter: launches and atomic operations", 1) {
    const Answer& answer = matvec::counts_of(scatter, example);
    expect_predicted("scatter", {{{"launches", answer.launch_count()},
                                  {"atomic_operations", counted(answer, "atomic_operations")}}});
}
TIMED("rung 3: scatter: time on the device", 1) {
    matvec::check_time(scatter, {256, 4096});
}

}  // namespace simple_gather
