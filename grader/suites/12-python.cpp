// The graded cases of lab 12: a product from Python with host arrays, one in tiles with device
// arrays, and a comparison with NumPy. The device is a process of the simulator, and the student's
// Python runs in another one, so neither it nor its imports can affect records, values and copies.
#include <fmt/format.h>

#include <cmath>
#include <functional>
#include <set>

#include "12-python/problem.hpp"
#include "suite/problem.hpp"
#include "suite/product_mistakes.hpp"
#include "suite/work.hpp"

namespace python_products {

LAB_SUITE("12-python");

namespace {

using product::Shape;
using runner::InputKind;

constexpr int tile = 16;

/// One element; vectors; sizes below, at and above those of tiles and warps; mostly not square.
const std::vector<Shape> shapes = {{1, 1, 1},    {1, 7, 3},    {9, 1, 4},    {5, 6, 1},
                                   {15, 17, 16}, {16, 16, 16}, {17, 15, 33}, {2, 50, 40},
                                   {33, 31, 18}, {48, 20, 5},  {64, 32, 16}, {20, 70, 35}};

void check_integers(const std::string& function) {
    for (const Shape& shape : shapes)
        check([&](std::uint64_t seed) -> Suspected {
            constexpr auto kind = InputKind::integers;
            return {product::problem(function, shape, kind, seed),
                    [=] {
                        return product_mistakes({shape.m, shape.n, shape.k,
                                                 product::matrix(shape.m, shape.k, kind, seed, "a"),
                                                 product::matrix(shape.k, shape.n, kind, seed, "b"),
                                                 "a", "b", "c"});
                    },
                    static_cast<std::size_t>(shape.k)};
        });
}

void check_reals(const std::string& function) {
    for (const Shape& shape : {Shape{1, 1, 5}, Shape{40, 24, 31}, Shape{19, 37, 50}})
        check(product::problem(function, shape, InputKind::reals, draw_seed()));
}

Shape stand_in_shape() {
    return {draw_size(30), draw_size(30), draw_size(20)};
}

/// Not 0, which stands for a call without them.
int draw_stand_ins() {
    return 1 + static_cast<int>(draw_seed() % (1u << 30));
}

/// In two programs that have made the same calls, Python gets the same numbers and the device
/// different ones. If the script then sends different things to the device, it computes with what
/// it has read back. Returns the failure in words.
std::string trouble_with_what_is_sent() {
    const Shape shape = stand_in_shape();
    const std::uint64_t seed = draw_seed();
    std::set<std::int64_t> sent;
    for (const char* const order : {"forward", "reverse"}) {
        const auto problem = product::stand_in_problem(shape, seed, draw_stand_ins());
        const Call call = make_call(problem);
        const auto answer = unrecorded(call, order);
        if (!answer) return "multiply of " + problem.words() + " gives no answer";
        if (const auto why = failure_of([&] { check_values(problem, call, Outcome({*answer})); }))
            return why->message;
        sent.insert(answer->result());
    }
    if (sent.size() == 1) return {};
    return "what multiply sends to the device depends on numbers that it has read back from there: "
           "a kernel is to compute the product from those of a and b alone";
}

/// Makes the calls of a case. Python has the numbers of A and B, and could multiply them itself. A
/// comparison of the kernel's product with NumPy's would then find no difference. So the device
/// also gets other numbers than Python.
void check_device_multiplies(const std::function<void()>& calls) {
    if (backend() != "sim") return calls();
    const std::string& trouble =
        examined_once("what multiply sends to the device", trouble_with_what_is_sent);
    calls();  // a smaller call shows better what is wrong
    check(product::stand_in_problem(stand_in_shape(), draw_seed(), draw_stand_ins()));
    expect(trouble.empty(), trouble);
}

/// The call whose work is checked. All three sizes differ, and are the same in all cases.
Shape example(const std::string& function) {
    return {draw_size(70, function + " m"), draw_size(90, function + " n"),
            draw_size(60, function + " k")};
}

/// Short sums for many elements, so that threads without an element matter.
Shape flat_example() {
    return {draw_size(150, "flat m"), draw_size(170, "flat n"), draw_size(8, "flat k")};
}

const Answer& counts_of_product(const std::string& function, Shape shape, const std::string& name) {
    return counts_of(function + " " + name, [&] {
        return checked(product::problem(function, shape, InputKind::reals, draw_seed()));
    });
}

// The sizes in predict.toml, n = 80, and a size that is drawn.
const Answer& square(const std::string& function, int n) {
    return counts_of_product(function, {n, n, n}, fmt::format("square {}", n));
}

int drawn_square() {
    return 16 * draw_size(4, "predicted side");
}

double of(int a, int b) {
    return std::ceil(static_cast<double>(a) / b);
}

std::string called(const std::string& function, Shape shape) {
    return function + " of " + product::words(shape);
}

/// Each number of A and B must be loaded at least once; otherwise the product was computed
/// elsewhere.
double expect_loads(const Answer& answer, Shape shape) {
    const auto loaded = static_cast<double>(counted(answer, "global_load_sectors"));
    const double least = (double{1} * shape.m * shape.k + double{1} * shape.k * shape.n) / 8;
    expect_no_less(
        loaded, least,
        fmt::format("{} loads {:.0f} sectors; a and b have {:.0f}: their numbers must be "
                    "loaded from there",
                    called(answer.function(), shape), loaded, least));
    return loaded;
}

/// A fit to the solution's own estimates for k from 45 to 75, which are within a hundredth of it: a
/// launch, and the chain of loads that a thread waits for, one after the other along k, or tile
/// after tile.
double limit_of_product(Shape shape) {
    return 2.0 + 0.12 * shape.k;
}
double limit_of_tiles(Shape shape) {
    return 1.7 + 0.98 * of(shape.k, tile);
}

// ---- Errors for matrices that do not fit.

Call misfit(Shape shape, int dimensions) {
    Call call("multiply");
    call.size("m", shape.m).size("n", shape.n).size("k", shape.k).size("dimensions", dimensions);
    call.input("a", product::matrix(shape.m, shape.k, InputKind::integers, draw_seed(), "a"));
    return call;
}

void expect_refused(Shape shape, int dimensions, const std::string& what) {
    for (const Answer& answer : run(misfit(shape, dimensions).is_to_be_refused()))
        expect(answer.result() == 1,
               fmt::format("multiply {} for {}: it is to raise ValueError, before it launches "
                           "anything",
                           answer.thrown().empty() ? "returns something" : "raises something else",
                           what));
}

// ---- The comparison.

struct Comparison {
    std::vector<int> sizes;
    std::vector<double> rows;
    std::int64_t times_asked = 0;

    double at(std::size_t row, std::size_t number) const {
        return rows[row * product::numbers_a_row + number];
    }
};

Call comparison_call(const std::vector<int>& sizes) {
    Call call("compare");
    call.size("count", static_cast<std::int64_t>(sizes.size()));
    for (std::size_t i = 0; i < sizes.size(); ++i) call.size("n" + std::to_string(i), sizes[i]);
    call.output<double>("rows", sizes.size() * product::numbers_a_row);
    return call;
}

Comparison comparison_in(const Answer& answer, const std::vector<int>& sizes) {
    return {sizes, answer.output<double>("rows"), answer.result()};
}

Comparison comparison(const std::vector<int>& sizes) {
    return comparison_in(run(comparison_call(sizes), "forward"), sizes);
}

std::vector<int> drawn_sizes() {
    return {draw_size(20, "first"), draw_size(40, "second"), draw_size(80, "third")};
}

/// The rung's first comparison, before which none of its kernels has been compiled.
Comparison first_comparison() {
    const std::vector<int> sizes = drawn_sizes();
    return comparison_in(
        counts_of("compare",
                  [&] {
                      return CheckedCall{comparison_call(sizes), [](const Call&, const Answer&) {}};
                  }),
        sizes);
}

/// Factors are at most 1 in magnitude, like those of numpy.random.rand, or are few ordinary
/// numbers.
double most_rounded(int n) {
    return 100 * runner::gamma(n + 1) * n;
}

void expect_rows(const Comparison& got) {
    for (std::size_t row = 0; row < got.sizes.size(); ++row) {
        const int n = got.sizes[row];
        expect(got.at(row, 0) == n,
               fmt::format("row {} of compare is to be that of n = {}, and begins "
                           "with {:g}",
                           row, n, got.at(row, 0)));
        for (const std::size_t number : {1, 2})
            expect(got.at(row, number) > 0 && got.at(row, number) < 10,
                   fmt::format("the {} seconds of n = {} are {:g}",
                               number == 1 ? "device's" : "NumPy's", n, got.at(row, number)));
        expect(got.at(row, 3) >= 0 && got.at(row, 3) <= most_rounded(n),
               fmt::format(
                   "the largest difference of n = {} is {:g}: the two products are not the same", n,
                   got.at(row, 3)));
    }
}

/// If the products on the device are wrong, the difference must show it, or an exception must
/// report it.
void expect_difference_told(const std::vector<int>& sizes) {
    if (backend() != "sim") return;
    constexpr int off = 1024;
    Call call = comparison_call(sizes);
    const Answer answer = run(call.size("off", off).may_throw(), "forward");
    if (!answer.thrown().empty()) return;
    const Comparison got = comparison_in(answer, sizes);
    for (std::size_t row = 0; row < sizes.size(); ++row)
        expect(got.at(row, 3) > most_rounded(sizes[row]),
               fmt::format("where all that comes back from the device is wrong by {}, the largest "
                           "difference of n = {} is {:g}: it is to be that of the two products",
                           off, sizes[row], got.at(row, 3)));
}

/// If all work on the device takes longer, the times that compare returns must be longer, too.
void expect_times_told(const Comparison& usual) {
    if (backend() != "sim") return;
    constexpr double slack = 0.02;
    const int thousandths = draw_size(3000);
    Call call = comparison_call(usual.sizes);
    const Comparison slow =
        comparison_in(run(call.size("thousandths", thousandths), "forward"), usual.sizes);
    for (std::size_t row = 0; row < usual.sizes.size(); ++row) {
        const double times = slow.at(row, 1) / usual.at(row, 1);
        expect(
            std::abs(1000 * times / thousandths - 1) < slack,
            fmt::format("the device's seconds of n = {} are {:g}, and {:g} on a device that "
                        "takes {:g} times as long: they are to be those between two events",
                        usual.sizes[row], usual.at(row, 1), slow.at(row, 1), thousandths / 1000.0));
    }
}

/// The times must be those of the simulator's model, which events report. The host's clock would
/// show milliseconds.
void expect_kernels_times(const Comparison& got) {
    if (backend() != "sim") return;
    constexpr double longest = 2e-3, of_a_compiler = 0.5;
    for (std::size_t row = 0; row < got.sizes.size(); ++row) {
        const double seconds = got.at(row, 1);
        expect(seconds < longest,
               fmt::format("the device's seconds of n = {} are {:g}, which no two events round the "
                           "kernel are apart: {}",
                           got.sizes[row], seconds,
                           seconds < of_a_compiler
                               ? "time_till returns milliseconds"
                               : "the first call compiles the kernel, and is not to be timed"));
    }
}

/// Between the events there must be the product of that size, and nothing smaller.
void expect_products_times(const Comparison& got) {
    if (backend() != "sim") return;
    constexpr double least = 0.6;
    for (std::size_t row = 0; row < got.sizes.size(); ++row) {
        const int n = got.sizes[row];
        const double seconds = 1e-6 * estimated_microseconds(square("multiply_tiled", n));
        expect(got.at(row, 1) >= least * seconds,
               fmt::format("the device's seconds of n = {} are {:g}; multiply_tiled takes {:g} for "
                           "that size: time its whole product",
                           n, got.at(row, 1), seconds));
    }
}

}  // namespace

// ---- Rung 1: multiply

GRADED(correct, "rung 1: multiply: integers, every shape", 14) {
    check_device_multiplies([] { check_integers("multiply"); });
}
GRADED(correct, "rung 1: multiply: reals, rounding bound", 6) {
    check_device_multiplies([] { check_reals("multiply"); });
}
GRADED(correct, "rung 1: multiply: matrices of float64", 5) {
    check_device_multiplies([] {
        for (const Shape& shape : {Shape{5, 4, 6}, Shape{18, 33, 20}})
            check(product::doubles_problem(shape, draw_seed()));
    });
}
GRADED(correct, "rung 1: multiply: what does not fit is a ValueError", 5) {
    expect_refused({3, 1, 4}, 2, "3 x 4 times 3 x 4");
    expect_refused({6, 1, 2}, 1, "an array of one dimension");
}
GRADED(safe, "rung 1: multiply: nothing is found", 8) {
    expect_no_findings("multiply");
}
GRADED(fast, "rung 1: multiply: work", 6) {
    const Shape shape = example("multiply");
    const Answer& answer = counts_of_product("multiply", shape, "work");
    grade_work(answer, limit_of_product(shape), called("multiply", shape));
    expect_loads(answer, shape);
    const Shape flat = flat_example();
    grade_work(counts_of_product("multiply", flat, "flat work"), limit_of_product(flat),
               called("multiply", flat));
}

// ---- Rung 2: multiply_tiled

GRADED(correct, "rung 2: multiply_tiled: integers, every shape", 14) {
    check_integers("multiply_tiled");
}
GRADED(correct, "rung 2: multiply_tiled: reals, rounding bound", 6) {
    check_reals("multiply_tiled");
}
GRADED(safe, "rung 2: multiply_tiled: nothing is found", 8) {
    expect_no_findings("multiply_tiled");
}
// Each block of tile x tile elements of C reads the rows of A and the columns of B that it needs
// once. So their elements are loaded as often as there are tiles side by side.
GRADED(fast, "rung 2: multiply_tiled: loads fall by the width of a tile", 6) {
    const Shape s = example("multiply_tiled");
    const Answer& answer = counts_of_product("multiply_tiled", s, "work");
    const double tiles = of(s.m, tile) * of(s.n, tile) * of(s.k, tile);
    // Rows of 16 floats may begin anywhere in a sector of 8, so they touch up to three sectors.
    const double loaded = expect_loads(answer, s), enough = tiles * 2 * tile * 3;
    expect_saved(loaded, enough,
                 fmt::format("{} loads {:.0f} sectors; {:.0f} are enough where the threads of a "
                             "block share a tile of a and one of b",
                             called("multiply_tiled", s), loaded, enough));
    expect_used(counted(answer, "shared_load_wavefronts") > 0,
                "multiply_tiled reads nothing from shared memory: the tiles are to lie there");
}
GRADED(fast, "rung 2: multiply_tiled: shared memory without conflicts", 4) {
    const Answer& answer = counts_of_product("multiply_tiled", example("multiply_tiled"), "work");
    const auto conflicts = bank_conflicts(answer);
    expect(conflicts == 0, fmt::format("{} bank conflicts: lanes of a warp are to read the same "
                                       "word, or words next to each other",
                                       conflicts));
}
GRADED(fast, "rung 2: multiply_tiled: work", 4) {
    const Shape shape = example("multiply_tiled");
    grade_work(counts_of_product("multiply_tiled", shape, "work"), limit_of_tiles(shape),
               called("multiply_tiled", shape));
}

// ---- Rung 3: compare

GRADED(correct, "rung 3: compare: a row for each size", 6) {
    expect_rows(first_comparison());
    expect_difference_told(drawn_sizes());
}
GRADED(correct, "rung 3: compare: the device's time is that of events", 4) {
    const Comparison got = first_comparison();
    expect(got.times_asked >= static_cast<std::int64_t>(got.sizes.size()),
           "compare asks for the time between two events less than once for each size");
    expect_kernels_times(got);
    expect_products_times(got);
    expect_times_told(comparison(got.sizes));
}

// ---- What was predicted

GRADED(predict, "rung 1: multiply: requests", 2) {
    const auto counts_at = [](int n) -> CountsAt {
        return {{{"load_requests", counted(square("multiply", n), "global_load_requests")}},
                {{"n", n}}};
    };
    expect_predicted("multiply", counts_at(80), {counts_at(drawn_square())});
}
GRADED(predict, "rung 2: multiply_tiled: requests and barriers", 2) {
    const auto counts_at = [](int n) -> CountsAt {
        const Answer& answer = square("multiply_tiled", n);
        return {{{"load_requests", counted(answer, "global_load_requests")},
                 {"barriers", counted(answer, "barriers")}},
                {{"n", n}}};
    };
    demonstrate(square("multiply_tiled", 80));
    expect_predicted("multiply_tiled", counts_at(80), {counts_at(drawn_square())});
}

}  // namespace python_products
