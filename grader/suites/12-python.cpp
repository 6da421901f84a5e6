// The graded cases of lab 12: a product from Python with host arrays, one in tiles with device
// arrays, and a comparison with NumPy. The device is a process of the simulator, and the student's
// Python runs in another one, so neither it nor its imports can affect records, values and copies.
#include <fmt/format.h>

#include <bit>
#include <cmath>
#include <functional>
#include <set>
#include <utility>

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

std::vector<Mistake> mistakes_in(const std::string& function, Shape shape, InputKind kind,
                                 std::uint64_t seed) {
    const bool in_tiles = function == "multiply_tiled";
    auto [a, b] = product::factors(shape, kind, {seed});
    return product_mistakes({shape.m, shape.n, shape.k, std::move(a), std::move(b), "a", "b", "c",
                             in_tiles ? tile : 0, in_tiles});
}

void check_integers(const std::string& function) {
    constexpr auto kind = InputKind::integers;
    for (const Shape& shape : shapes)
        check([&](std::uint64_t seed) -> Suspected {
            return {product::problem(function, shape, kind, {seed}),
                    [=] { return mistakes_in(function, shape, kind, seed); },
                    static_cast<std::size_t>(shape.k)};
        });
}

const std::vector<Shape> shapes_of_reals = {{1, 1, 5}, {40, 24, 31}, {19, 37, 50}};

void check_reals(const std::string& function) {
    for (const Shape& shape : shapes_of_reals)
        check(product::problem(function, shape, InputKind::reals, {draw_seed()}));
}

// ---- Calls of multiply. Python has the numbers of a and b, and could multiply them itself. So two
// programs that have made the same calls get the same call with different numbers. What the script
// asks of the device may depend on where the numbers stand, but not on which they are: then the
// product comes from a kernel. A device counts nothing of this kind, so there only values are
// judged.

bool has_twins() {
    return on_simulator();
}

/// The words that came back at the same place in both programs.
std::set<std::pair<std::uint32_t, std::uint32_t>> pairs_back(const Answer& one,
                                                             const Answer& other) {
    const auto back = one.output<std::uint32_t>("back"),
               others = other.output<std::uint32_t>("back");
    std::set<std::pair<std::uint32_t, std::uint32_t>> pairs;
    for (std::size_t i = 0; i < back.size(); ++i) pairs.emplace(back[i], others[i]);
    return pairs;
}

/// Whether each element comes from a place that is the same in both programs. A script that finds
/// the numbers of NumPy's product in a table of all numbers takes them from different places.
bool are_from_the_same_places(const Answer& one, const Answer& other) {
    const auto pairs = pairs_back(one, other);
    const auto c = one.output<float>("c"), others = other.output<float>("c");
    for (std::size_t i = 0; i < c.size(); ++i)
        if (!pairs.contains(
                {std::bit_cast<std::uint32_t>(c[i]), std::bit_cast<std::uint32_t>(others[i])}))
            return false;
    return true;
}

void expect_kernels_product(const Answer& one, const Answer& other) {
    expect(
        one.result() == other.result(),
        "what multiply asks of the device depends on which numbers a and b have: in two calls "
        "that differ in nothing else, it copies, launches or compiles different things. A kernel "
        "is to compute the product, from the numbers of a and b themselves");
    expect(
        are_from_the_same_places(one, other),
        "where multiply finds what it returns, among the numbers that come back from the device, "
        "depends on which numbers a and b have: a kernel is to store each element at its place");
}

/// Of 30 bits, and not 0.
std::uint64_t draw_secret() {
    return 1 + draw_seed() % ((1u << 30) - 1);
}

runner::Problem summarized(runner::Problem problem, Shape shape, std::uint64_t key) {
    return problem.size("key", static_cast<std::int64_t>(key))
        .output<std::uint32_t>("sent", {1}, {})
        .output<std::uint32_t>("back", {product::most_back(shape)}, {});
}

/// Both calls are summarized by the same key.
Suspected with_twin(const std::function<runner::Problem(product::Seeds)>& make, Shape shape,
                    std::uint64_t seed) {
    const auto none = [] { return std::vector<Mistake>(); };
    const auto terms = static_cast<std::size_t>(shape.k);
    if (!has_twins()) return {make({seed}), none, terms};
    const std::uint64_t key = draw_secret(), others = draw_secret();
    return {summarized(make({seed}), shape, key), none, terms,
            Twin{summarized(make({seed, others}), shape, key), expect_kernels_product}};
}

Suspected multiply_of(Shape shape, InputKind kind, std::uint64_t seed) {
    return with_twin(
        [=](product::Seeds seeds) { return product::problem("multiply", shape, kind, seeds); },
        shape, seed);
}

void check_integers_of_multiply() {
    constexpr auto kind = InputKind::integers;
    for (const Shape& shape : shapes)
        check([&](std::uint64_t seed) {
            Suspected made = multiply_of(shape, kind, seed);
            made.mistakes = [=] { return mistakes_in("multiply", shape, kind, seed); };
            return made;
        });
}

void check_reals_of_multiply() {
    for (const Shape& shape : shapes_of_reals)
        check([&](std::uint64_t seed) { return multiply_of(shape, InputKind::reals, seed); });
}

void check_doubles_of_multiply() {
    for (const Shape& shape : {Shape{5, 4, 6}, Shape{18, 33, 20}})
        check([&](std::uint64_t seed) {
            return with_twin(
                [=](product::Seeds seeds) { return product::doubles_problem(shape, seeds); }, shape,
                seed);
        });
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

/// A call whose counts are examined, with its twin, which must load as much.
CheckedCall counted_multiply(Shape shape) {
    Suspected made = multiply_of(shape, InputKind::reals, draw_seed());
    Call whole = make_call(made.problem);
    if (made.twin) whole.twin(make_call(made.twin->problem));
    return {std::move(whole), [made = std::move(made)](const Call& call, const Answer& answer) {
                check_values(made.problem, call, Outcome({answer}));
                if (!call.twin()) return;
                const Answer twins = run(*call.twin(), "reverse");
                check_values(made.twin->problem, *call.twin(), Outcome({twins}));
                made.twin->compare(answer, twins);
                expect_same_loads(answer, twins);
            }};
}

const Answer& counts_of_product(const std::string& function, Shape shape, const std::string& name) {
    return counts_of(function + " " + name, [&] {
        if (function == "multiply") return counted_multiply(shape);
        return checked(product::problem(function, shape, InputKind::reals, {draw_seed()}));
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
void expect_loads(const Answer& answer, Shape shape) {
    const auto loaded = static_cast<double>(counted(answer, "global_load_sectors"));
    const double least = (double{1} * shape.m * shape.k + double{1} * shape.k * shape.n) / 8;
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
                            requests, factors, factors / lanes));
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
        return rows[row * product::numbers_per_row + number];
    }
};

Call comparison_call(const std::vector<int>& sizes) {
    Call call("compare");
    call.size("count", static_cast<std::int64_t>(sizes.size()));
    for (std::size_t i = 0; i < sizes.size(); ++i) call.size("n" + std::to_string(i), sizes[i]);
    call.output<double>("rows", sizes.size() * product::numbers_per_row);
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
    if (!on_simulator()) return;
    constexpr int off = 1024;
    for (const bool below : {false, true}) {
        Call call = comparison_call(sizes);
        const Answer answer =
            run(call.size("off", off).size("below", below).may_throw(), "forward");
        if (!answer.thrown().empty()) continue;
        const Comparison got = comparison_in(answer, sizes);
        for (std::size_t row = 0; row < sizes.size(); ++row)
            expect(got.at(row, 3) > most_rounded(sizes[row]),
                   fmt::format("where all that comes back from the device is too {} by {}, the "
                               "largest difference of n = {} is {:g}: it is to be that of the two "
                               "products, in either direction",
                               below ? "small" : "large", off, sizes[row], got.at(row, 3)));
    }
}

/// If all work on the device takes longer, the times that compare returns must be longer, too.
void expect_times_told(const Comparison& usual) {
    if (!on_simulator()) return;
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
    if (!on_simulator()) return;
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
    if (!on_simulator()) return;
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
    check_integers_of_multiply();
}
GRADED(correct, "rung 1: multiply: reals, rounding bound", 6) {
    check_reals_of_multiply();
}
GRADED(correct, "rung 1: multiply: matrices of float64", 5) {
    check_doubles_of_multiply();
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
    expect_sent_once(answer, shape);
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
    const double enough = tiles * 2 * tile * 3;
    expect_loads(answer, s);
    const auto read = static_cast<double>(sectors_read(answer));
    expect_saved(read, enough,
                 fmt::format("{} loads {:.0f} sectors; {:.0f} are enough where the threads of a "
                             "block share a tile of a and one of b",
                             called("multiply_tiled", s), read, enough));
    expect_used(counted(answer, "shared_load_wavefronts") > 0,
                "multiply_tiled reads nothing from shared memory: the tiles are to lie there");
    expect_products_side_by_side(answer, tiles);
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
