// What lab 11 is marked on: three products of a sparse matrix, and two of a dense one that is read
// through a texture. The limits of the work are fitted to the solution, which
// docs/labs/11-sparse-and-texture.md derives the counts of.
//
// No limit here is a matter of chance: small integers have exact sums, and the bound for reals
// holds for every order of additions, that of atomic operations included. A right answer never
// fails.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>

#include "11-sparse-and-texture/problem.hpp"
#include "suite/batch.hpp"
#include "suite/failing.hpp"
#include "suite/mistakes.hpp"
#include "suite/problem.hpp"
#include "suite/work.hpp"

namespace sparse_and_texture {

LAB_SUITE("11-sparse-and-texture");

namespace {

using namespace lab11;

constexpr double slack = 1.05;

// ---- Sparse matrices.

constexpr Rows single_element{RowShape::uniform, 1, 1, 1};

/// One row, one column, nothing at all; below, at and above the sizes of warps and blocks; rows of
/// all kinds.
const std::vector<Rows> kinds = {
    single_element,
    {RowShape::none, 1, 1, 0},
    {RowShape::uniform, 1, 5, 3},
    {RowShape::uniform, 2, 1, 4},
    {RowShape::none, 40, 3, 0},
    {RowShape::empty, 20, 9, 1},
    {RowShape::uniform, 31, 40, 2},
    {RowShape::uniform, 32, 40, 7},
    {RowShape::uniform, 33, 40, 1},
    {RowShape::uniform, 5, 90, 31},
    {RowShape::uniform, 6, 90, 32},
    {RowShape::uniform, 7, 90, 33},
    {RowShape::power_law, 100, 61, 9},
    {RowShape::empty, 127, 30, 5},
    {RowShape::uniform, 128, 30, 6},
    {RowShape::uniform, 129, 30, 6},
    {RowShape::empty, 257, 40, 3},
    {RowShape::huge, 60, 200, 40},
    {RowShape::huge, 300, 50, 12},
    {RowShape::power_law, 500, 300, 8},
};

/// Rows of the lengths that are given, one after the other.
Problem lengths_problem(const std::string& function, const std::vector<int>& lengths, int m,
                        InputKind kind = InputKind::integers) {
    const std::uint64_t seed = draw_seed();
    const int n = static_cast<int>(lengths.size());
    return csr_problem(function, runner::make_csr(lengths, m, kind, seed),
                       make_vectors(n, m, kind, seed), kind == InputKind::integers);
}

template <class T>
using Shared = std::shared_ptr<const T>;

/// What students make of a row: which of its nonzeros they add, to what, and with which x.
std::vector<Mistake> csr_mistakes(const Shared<Csr>& A, const Shared<Vectors>& in) {
    const auto start = [A](std::size_t row) { return A->row_start[row]; };
    const auto sum = [A, in](int first, int end, int step) {
        double result = 0;
        for (int k = first; k < end; k += step) result += double{A->value[k]} * in->x[A->column[k]];
        return result;
    };
    std::vector<Mistake> all{
        {"without b", [=](std::size_t i) { return sum(start(i), start(i + 1), 1); }},
        {"where nothing is added to b", [=](std::size_t i) { return double{in->b[i]}; }},
        {"where rows without nonzeros are left out",
         [=](std::size_t i) {
             const bool is_empty = start(i) == start(i + 1);
             return is_empty ? Mistake::unwritten : in->b[i] + sum(start(i), start(i + 1), 1);
         }},
        {"where each row has one nonzero, its first: where a row ends, row_start[i + 1] says",
         [=](std::size_t i) -> std::optional<double> {
             if (start(i) >= A->nonzeros()) return std::nullopt;
             return in->b[i] + sum(start(i), start(i) + 1, 1);
         }},
        {"without the last nonzero of each row",
         [=](std::size_t i) { return in->b[i] + sum(start(i), start(i + 1) - 1, 1); }},
        {"where x is taken from the row's first column on, one element behind the other: "
         "columns[k] says which it is",
         [=](std::size_t i) -> std::optional<double> {
             double result = in->b[i];
             for (int k = start(i); k < start(i + 1); ++k) {
                 const int at = A->column[start(i)] + k - start(i);
                 if (at >= A->columns) return std::nullopt;
                 result += double{A->value[k]} * in->x[at];
             }
             return result;
         }},
        {"with x[i] in place of x[columns[k]]", [=](std::size_t i) -> std::optional<double> {
             double result = in->b[i];
             for (int k = start(i); k < start(i + 1); ++k) {
                 if (i >= in->x.size()) return std::nullopt;
                 result += double{A->value[k]} * in->x[i];
             }
             return result;
         }}};
    for (int step = 2; step <= 32; step *= 2)
        all.push_back(
            {fmt::format("where only every {} nonzero of a row is added, from the first "
                         "on: the last steps of adding up are missing",
                         step == 2 ? "second" : fmt::format("{}th", step)),
             [=](std::size_t i) { return in->b[i] + sum(start(i), start(i + 1), step); }});
    return all;
}

void check_integers(const std::string& function) {
    for (const Rows& rows : kinds)
        check([&](std::uint64_t seed) -> Suspected {
            constexpr auto kind = InputKind::integers;
            return {
                csr_problem(function, rows, kind, seed), [=] {
                    return csr_mistakes(
                        std::make_shared<const Csr>(make_rows(rows, kind, seed)),
                        std::make_shared<const Vectors>(make_vectors(rows.n, rows.m, kind, seed)));
                }};
        });
}

/// Empty rows where they are easily forgotten, and rows that begin and end at the edges of what a
/// warp or a block takes.
void check_edges(const std::string& function) {
    const std::vector<std::vector<int>> all = {
        {0, 3},           {3, 0},       {0, 0, 5, 0, 0}, {0, 0, 0, 1}, {1, 0, 0, 0},
        {900, 0, 0, 900}, {0, 1800, 0}, {31, 0, 33},     {1, 895, 1},  {223, 1, 0, 7},
        {0, 0, 64},       {2500},       {1, 2500, 1},    {127, 0, 128}};
    for (const auto& lengths : all) check(lengths_problem(function, lengths, 37));
    std::vector<int> many(300, 0);
    many[150] = 70;
    check(lengths_problem(function, many, 20).words("300 rows, all empty but one"));
}

void check_reals(const std::string& function) {
    for (const Rows& rows :
         {single_element, Rows{RowShape::uniform, 33, 50, 40},
          Rows{RowShape::power_law, 200, 90, 12}, Rows{RowShape::huge, 50, 300, 40}})
        check(csr_problem(function, rows, InputKind::reals, draw_seed()));
}

/// An infinity or a NaN of x reaches the rows that have its column, and no others; where a zero is
/// stored there, it does as well.
void check_special_values(const std::string& function) {
    const float infinity = std::numeric_limits<float>::infinity(), nan = std::nanf("");
    const std::uint64_t seed = draw_seed();
    const Rows rows{RowShape::power_law, 70, 60, 6};
    Csr A = make_rows(rows, InputKind::integers, seed);
    Vectors in = make_vectors(rows.n, rows.m, InputKind::integers, seed);
    in.x[7] = nan;
    in.x[23] = infinity;
    in.x[41] = -infinity;
    in.b[5] = infinity;
    in.b[64] = nan;
    A.value[A.value.size() / 2] = infinity;
    for (std::size_t k = 3; k < A.value.size(); k += 11) A.value[k] = 0;
    check(csr_problem(function, A, in, true)
              .words("infinities and NaNs in x, b and A, among them beside stored zeros"));
    for (float& zero : A.value) zero = 0;
    check(csr_problem(function, A, make_vectors(rows.n, rows.m, InputKind::integers, seed), true)
              .words("all stored values 0"));
}

void check_failures_handled(const std::string& function) {
    expect_failures_handled(
        checked(csr_problem(function, Rows{RowShape::power_law, draw_size(60), 40, 5},
                            InputKind::integers, draw_seed())));
}

// ---- What sparse products cost.

const Answer& counts_of_rows(const std::string& function, const Rows& rows,
                             const std::string& name) {
    return counts_of(function + name, [&] {
        return checked(csr_problem(function, rows, InputKind::integers, draw_seed()));
    });
}

/// Rows of four nonzeros.
Rows short_rows() {
    const int n = draw_size(3000, "short");
    return {RowShape::uniform, n, n, 4};
}

/// Rows so long that a warp has many turns, each of which begins at a sector of its own.
Rows long_rows() {
    return {RowShape::uniform, draw_size(100, "long rows"), 701,
            32 * draw_size(10, "turns of a row")};
}

Rows uneven_rows(RowShape shape) {
    return {shape, draw_size(1500, "uneven"), 1000, 12};
}

std::int64_t nonzeros_of(const Rows& rows) {
    return std::int64_t{rows.n} * rows.length;
}

/// Of a launch whose blocks all have a place at once: it lasts as long as the loads of its busiest
/// warp, which the estimate adds to a block's start and end. These sizes leave the rest of the
/// device idle, so that nothing but that chain counts.
double limit_for(double loads_of_a_warp) {
    constexpr double launch_and_block_us = 2.05, load_us = 0.06;
    return launch_and_block_us + load_us * loads_of_a_warp;
}

/// Two launches, the first of which loads b; in the second a block finds its place in row_start by
/// halving, then loads what a thread has steps for: 37 loads of its busiest warp, whatever the
/// rows, and up to 13 of b where rows are short.
const double merge_path_limit = limit_for(1) + limit_for(37 + 13);

/// Of the two arrays that hold the nonzeros, which are of one size.
Traffic traffic_of_nonzeros(const Answer& answer, const Rows& rows) {
    return traffic(answer, static_cast<std::uint64_t>(nonzeros_of(rows)) * sizeof(float));
}

void expect_between(double count, double least, double most, const std::string& sentence) {
    expect(count >= least / slack && count <= most * slack, sentence);
}

/// What predict.toml speaks of: n rows of `length` nonzeros each; and n rows, one with half of the
/// nonzeros and all others with 10.
struct Example {
    int n, length;

    Rows even() const { return {RowShape::uniform, n, 97, length}; }
    Rows uneven() const { return {RowShape::huge, n, 97, 20}; }
    int longest() const { return 20 * n - 10 * (n - 1); }
    Sizes sizes(int m) const {
        return {{"n", n}, {"m", m}, {"length", length}, {"longest", longest()}};
    }
};
const Example stated{64, 40};
constexpr int stated_columns = 96;

/// Where its formulas must hold, too.
Example drawn_example() {
    return {32 * draw_size(4, "predicted rows"), 8 * draw_size(4, "predicted length")};
}
int drawn_columns() {
    return 32 * draw_size(4, "predicted columns");
}

void expect_costs_predicted(const std::string& function) {
    const auto counts_at = [&](const Example& example, int m) -> CountsAt {
        const auto of = [&](const Rows& rows, const char* name) -> const Answer& {
            return counts_of_rows(function, rows, fmt::format("{} {}", name, rows.n));
        };
        const Traffic even = traffic_of_nonzeros(of(example.even(), "even"), example.even());
        return {{{"nonzeros_requests", even.requests},
                 {"nonzeros_sectors", even.sectors},
                 {"busiest_warp_requests",
                  counted(of(example.uneven(), "uneven"), "busiest_warp_requests")}},
                example.sizes(m)};
    };
    expect_predicted(function, counts_at(stated, stated_columns),
                     {counts_at(drawn_example(), drawn_columns())});
}

// ---- Times on a device.

Batched batched(const std::string& function, const Rows& rows) {
    const Csr A = make_rows(rows, InputKind::zeros, draw_seed());
    Problem problem(function);
    problem.size("n", A.rows).size("m", A.columns).size("nonzeros", A.nonzeros());
    problem.input("row_start", A.row_start).input("columns", A.column);
    const auto expected = [A](const Batched::Inputs& inputs, std::size_t row) {
        double sum = inputs("b", row), magnitude = std::abs(sum);
        for (auto k = static_cast<std::size_t>(A.row_start[row]);
             k < static_cast<std::size_t>(A.row_start[row + 1]); ++k) {
            const double product =
                double(inputs("values", k)) * inputs("x", static_cast<std::size_t>(A.column[k]));
            sum += product;
            magnitude += std::abs(product);
        }
        return runner::Expected{
            sum, runner::gamma(A.row_start[row + 1] - A.row_start[row] + 1) * magnitude};
    };
    return {.problem = problem,
            .drawn = {{"values", A.column.size()},
                      {"x", static_cast<std::size_t>(A.columns)},
                      {"b", static_cast<std::size_t>(A.rows)}},
            .output = "y",
            .elements = static_cast<std::size_t>(A.rows),
            .expected = expected};
}

// ---- Dense matrices.

// What lab.hpp says that a texture holds.
constexpr int most_wide = 131072, most_high = 65000;

const std::vector<Dense> any_pitch = {{1, 1, 1},    {1, 33, 33},   {33, 1, 1},  {7, 13, 13},
                                      {7, 13, 20},  {8, 32, 32},   {9, 31, 50}, {32, 64, 64},
                                      {31, 65, 67}, {70, 129, 130}};
const std::vector<Dense> even_pitch = {{1, 1, 8},     {1, 33, 40},   {33, 1, 16}, {7, 13, 16},
                                       {7, 13, 40},   {8, 32, 32},   {9, 31, 32}, {32, 64, 64},
                                       {31, 65, 104}, {70, 129, 136}};

/// Which element students fetch in place of A[i * pitch + j]. Beyond the edges a texture repeats
/// the last element.
std::vector<Mistake> dense_mistakes(const Dense& dense, const Shared<std::vector<float>>& A,
                                    const Shared<Vectors>& in) {
    const auto fetched = [=](double row, double column) -> double {
        const auto i = static_cast<std::size_t>(std::clamp(row, 0.0, dense.n - 1.0)),
                   j = static_cast<std::size_t>(std::clamp(column, 0.0, dense.m - 1.0));
        return (*A)[i * static_cast<std::size_t>(dense.pitch) + j];
    };
    const auto with = [=](std::string words,
                          const std::function<double(std::size_t i, std::size_t j)>& of_A) {
        return Mistake{std::move(words), [=](std::size_t i) {
                           double sum = in->b[i];
                           for (std::size_t j = 0; j < in->x.size(); ++j)
                               sum += of_A(i, j) * in->x[j];
                           return sum;
                       }};
    };
    return {
        with("where rows follow one another without a gap, A[i * m + j]: from row to row it is "
             "pitch elements",
             [=](std::size_t i, std::size_t j) {
                 return double{(*A)[i * static_cast<std::size_t>(dense.m) + j]};
             }),
        with("where row and column are exchanged: the first coordinate of a texture is the column",
             [=](std::size_t i, std::size_t j) { return fetched(double(j), double(i)); }),
        with("where every fetch is of one element: coordinates from 0 to 1 are shares of the "
             "whole, and what counts texels wants normalizedCoords = 0",
             [=](std::size_t, std::size_t) { return fetched(dense.n / 2, dense.m / 2); }),
        with("where each fetch is the mean of four elements: a linear filter mixes them, and the "
             "middle of a texel is at j + 0.5, i + 0.5",
             [=](std::size_t i, std::size_t j) {
                 const double r = double(i), c = double(j);
                 return (fetched(r - 1, c - 1) + fetched(r - 1, c) + fetched(r, c - 1) +
                         fetched(r, c)) /
                        4;
             }),
        with("without A", [](std::size_t, std::size_t) { return 0.0; }),
    };
}

void check_dense(const std::string& function, const std::vector<Dense>& shapes) {
    for (const Dense& dense : shapes)
        check([&](std::uint64_t seed) -> Suspected {
            constexpr auto kind = InputKind::integers;
            return {dense_problem(function, dense, kind, seed), [=] {
                        return dense_mistakes(dense,
                                              std::make_shared<const std::vector<float>>(
                                                  make_dense(dense, kind, seed)),
                                              std::make_shared<const Vectors>(
                                                  make_vectors(dense.n, dense.m, kind, seed)));
                    }};
        });
    check(dense_problem(function, shapes.back(), InputKind::reals, draw_seed()));
}

void check_dense_special_values(const std::string& function) {
    const Dense dense{20, 40, 48};
    const std::uint64_t seed = draw_seed();
    std::vector<float> A = make_dense(dense, InputKind::integers, seed);
    Vectors in = make_vectors(dense.n, dense.m, InputKind::integers, seed);
    A[3 * 48 + 7] = std::nanf("");
    A[11 * 48 + 39] = std::numeric_limits<float>::infinity();
    A[16 * 48] = -std::numeric_limits<float>::infinity();
    in.b[9] = std::nanf("");
    check(dense_problem(function, dense, A, in, true).words("infinities and NaNs in A and b"));
}

/// Sizes that no texture holds: the arrays that come with them are never touched.
void check_refused(const std::string& function, Dense dense, const char* named) {
    Call call = make_call(dense_problem(function, {2, 8, 8}, InputKind::integers, draw_seed()));
    call.size("n", dense.n).size("m", dense.m).size("pitch", dense.pitch);
    const Answer answer = run(call.may_throw().reproduce_with(""), "forward");
    expect(answer.thrown().find(named) != std::string::npos,
           fmt::format("{} with n = {}, m = {}, pitch = {} {}: throw an exception, with a sentence "
                       "that names {}",
                       function, dense.n, dense.m, dense.pitch,
                       answer.thrown().empty() ? "returns as if a texture could hold this"
                                               : "says \"" + answer.thrown() + "\"",
                       named));
}

/// Sizes that a texture just holds: the function comes to its first call of CUDA, which is made to
/// fail, so that neither time nor memory goes into them.
void check_not_refused(const std::string& function, Dense dense) {
    if (backend() != "sim") return;
    Call call = make_call(dense_problem(function, {2, 8, 8}, InputKind::integers, draw_seed()));
    call.size("n", dense.n).size("m", dense.m).size("pitch", dense.pitch);
    const Answer answer = run(call.may_throw().fail_call(1).reproduce_with(""), "forward");
    expect(!answer.failed_call().empty(),
           fmt::format("{} with n = {}, m = {}, pitch = {} {}, though a texture holds this",
                       function, dense.n, dense.m, dense.pitch,
                       answer.thrown().empty() ? "calls nothing of CUDA"
                                               : "says \"" + answer.thrown() + "\""));
}

/// A product whose rows begin at a sector, as large as they come here.
Dense drawn_dense() {
    const int m = 32 * draw_size(6, "dense columns");
    return {draw_size(150, "dense rows"), m, m};
}

const Answer& counts_of_dense(const std::string& function, const Dense& dense,
                              const std::string& name) {
    return counts_of(function + name, [&] {
        return checked(dense_problem(function, dense, InputKind::integers, draw_seed()));
    });
}

/// A is fetched once, by texture alone. A texture serves `lanes_together` lanes at once, which ask
/// for elements side by side.
void check_fetches(const std::string& function, int lanes_together) {
    const Dense dense = drawn_dense();
    const Answer& answer = counts_of_dense(function, dense, "drawn");
    const double elements = double(dense.n) * dense.m;
    const auto requests = static_cast<double>(counted(answer, "texture_requests"));
    const auto sectors = static_cast<double>(counted(answer, "texture_sectors"));
    expect_between(
        requests, elements / lanes_together, elements / lanes_together,
        fmt::format("{} makes {:.0f} texture requests for {} x {} elements; to fetch each "
                    "of them once takes {:.0f}, {} lanes in each",
                    function, requests, dense.n, dense.m, elements / lanes_together,
                    lanes_together));
    expect(sectors <= slack * elements / lanes_together,
           fmt::format("{} fetches {:.0f} sectors; {:.0f} are enough where neighbouring lanes have "
                       "neighbouring columns",
                       function, sectors, elements / lanes_together));
    demonstrate(answer);
}

/// What reads A from global memory is another rung's function, and right without being this one.
void expect_texture(const std::string& function) {
    expect(counted(counts_of_dense(function, drawn_dense(), "drawn"), "texture_requests") > 0,
           function + " fetches nothing through a texture");
}

void expect_fetches_predicted(const std::string& function) {
    const auto counts_at = [&](const Example& example, int m) -> CountsAt {
        const Answer& answer = counts_of_dense(function, {example.n, m, m},
                                               fmt::format("example {} {}", example.n, m));
        return {{{"texture_requests", counted(answer, "texture_requests")},
                 {"texture_sectors", counted(answer, "texture_sectors")}},
                example.sizes(m)};
    };
    expect_predicted(function, counts_at(stated, stated_columns),
                     {counts_at(drawn_example(), drawn_columns())});
}

Batched batched(const std::string& function, const Dense& dense) {
    Problem problem(function);
    problem.size("n", dense.n).size("m", dense.m).size("pitch", dense.pitch);
    const auto expected = [dense](const Batched::Inputs& inputs, std::size_t i) {
        double sum = inputs("b", i), magnitude = std::abs(sum);
        for (std::size_t j = 0; j < static_cast<std::size_t>(dense.m); ++j) {
            const double product =
                double(inputs("A", i * static_cast<std::size_t>(dense.pitch) + j)) * inputs("x", j);
            sum += product;
            magnitude += std::abs(product);
        }
        return runner::Expected{sum, runner::gamma(dense.m + 1) * magnitude};
    };
    const auto n = static_cast<std::size_t>(dense.n), m = static_cast<std::size_t>(dense.m);
    return {.problem = problem,
            .drawn = {{"A", n * static_cast<std::size_t>(dense.pitch)}, {"x", m}, {"b", n}},
            .output = "y",
            .elements = n,
            .expected = expected};
}

}  // namespace

// ---- Rung 1: one thread a row.

GRADED(correct, "rung 1: csr_thread_a_row: integers, rows of every kind", 6) {
    check_integers("csr_thread_a_row");
}
GRADED(correct, "rung 1: csr_thread_a_row: empty rows and edges", 3) {
    check_edges("csr_thread_a_row");
}
GRADED(correct, "rung 1: csr_thread_a_row: reals, rounding bound", 1) {
    check_reals("csr_thread_a_row");
}
GRADED(correct, "rung 1: csr_thread_a_row: zeros, infinities and NaNs", 2) {
    check_special_values("csr_thread_a_row");
}
GRADED(safe, "rung 1: csr_thread_a_row: nothing is found", 3) {
    expect_no_findings("csr_thread_a_row");
}
GRADED(safe, "rung 1: csr_thread_a_row: reports each call that fails", 1) {
    check_failures_handled("csr_thread_a_row");
}
GRADED(fast, "rung 1: csr_thread_a_row: work on short rows", 3) {
    const Rows rows = short_rows();
    grade_work(counts_of_rows("csr_thread_a_row", rows, "short"), limit_for(3 * rows.length + 3),
               fmt::format("csr_thread_a_row on {} rows of {}", rows.n, rows.length));
}
GRADED(fast, "rung 1: csr_thread_a_row: a sector for each lane on long rows", 2) {
    const Rows rows = long_rows();
    const Answer& answer = counts_of_rows("csr_thread_a_row", rows, "long");
    const auto nonzeros = static_cast<double>(nonzeros_of(rows));
    const auto sectors = static_cast<double>(traffic_of_nonzeros(answer, rows).sectors);
    expect_between(sectors, 2 * nonzeros, 2 * nonzeros,
                   fmt::format("csr_thread_a_row loads {:.0f} sectors of columns and values on {} "
                               "rows of {}; a thread a row takes {:.0f}, one for each element",
                               sectors, rows.n, rows.length, 2 * nonzeros));
}
TIMED("rung 1: csr_thread_a_row: time on short rows", 1) {
    check_time(batched("csr_thread_a_row", Rows{RowShape::uniform, 1 << 18, 1 << 18, 4}));
}
GRADED(predict, "rung 1: csr_thread_a_row: sectors, and the busiest warp", 3) {
    expect_costs_predicted("csr_thread_a_row");
}

// ---- Rung 2: one warp a row.

GRADED(correct, "rung 2: csr_warp_a_row: integers, rows of every kind", 6) {
    check_integers("csr_warp_a_row");
}
GRADED(correct, "rung 2: csr_warp_a_row: empty rows and edges", 3) {
    check_edges("csr_warp_a_row");
}
GRADED(correct, "rung 2: csr_warp_a_row: reals, rounding bound", 1) {
    check_reals("csr_warp_a_row");
}
GRADED(correct, "rung 2: csr_warp_a_row: zeros, infinities and NaNs", 2) {
    check_special_values("csr_warp_a_row");
}
GRADED(safe, "rung 2: csr_warp_a_row: nothing is found", 3) {
    expect_no_findings("csr_warp_a_row");
}
GRADED(safe, "rung 2: csr_warp_a_row: reports each call that fails", 1) {
    check_failures_handled("csr_warp_a_row");
}
GRADED(fast, "rung 2: csr_warp_a_row: work on long rows", 2) {
    const Rows rows = long_rows();
    grade_work(counts_of_rows("csr_warp_a_row", rows, "long"),
               limit_for(3 * rows.length / 32.0 + 3),
               fmt::format("csr_warp_a_row on {} rows of {}", rows.n, rows.length));
}
GRADED(fast, "rung 2: csr_warp_a_row: neighbouring lanes, neighbouring nonzeros", 2) {
    const Rows rows = long_rows();
    const Answer& answer = counts_of_rows("csr_warp_a_row", rows, "long");
    const auto least = 2 * static_cast<double>(nonzeros_of(rows)) / 8;
    const auto sectors = static_cast<double>(traffic_of_nonzeros(answer, rows).sectors);
    expect(
        sectors <= slack * least,
        fmt::format("csr_warp_a_row loads {:.0f} sectors of columns and values on {} rows of {}; "
                    "{:.0f} hold them all, and neighbouring lanes share one",
                    sectors, rows.n, rows.length, least));
}
GRADED(fast, "rung 2: csr_warp_a_row: sums by shuffles", 1) {
    const Answer& answer = counts_of_rows("csr_warp_a_row", long_rows(), "long");
    expect(
        counted(answer, "shared_store_wavefronts") == 0 &&
            counted(answer, "atomic_operations") == 0,
        fmt::format("csr_warp_a_row adds up its lanes' sums by {}: shuffles need neither shared "
                    "memory nor atomic operations",
                    counted(answer, "atomic_operations") ? "atomic operations" : "shared memory"));
}
TIMED("rung 2: csr_warp_a_row: time on long rows", 1) {
    check_time(batched("csr_warp_a_row", Rows{RowShape::uniform, 1 << 12, 1 << 14, 512}));
}
GRADED(predict, "rung 2: csr_warp_a_row: sectors, and the busiest warp", 3) {
    expect_costs_predicted("csr_warp_a_row");
}

// ---- Rung 3: the merge path.

GRADED(correct, "rung 3: csr_merge_path: integers, rows of every kind", 6) {
    check_integers("csr_merge_path");
}
GRADED(correct, "rung 3: csr_merge_path: empty rows and edges", 4) {
    check_edges("csr_merge_path");
}
GRADED(correct, "rung 3: csr_merge_path: reals, rounding bound", 2) {
    check_reals("csr_merge_path");
}
GRADED(correct, "rung 3: csr_merge_path: zeros, infinities and NaNs", 2) {
    check_special_values("csr_merge_path");
}
GRADED(safe, "rung 3: csr_merge_path: nothing is found", 4) {
    expect_no_findings("csr_merge_path");
}
GRADED(safe, "rung 3: csr_merge_path: reports each call that fails", 1) {
    check_failures_handled("csr_merge_path");
}
GRADED(fast, "rung 3: csr_merge_path: work on uniform rows", 2) {
    const Rows rows = uneven_rows(RowShape::uniform);
    grade_work(counts_of_rows("csr_merge_path", rows, "uniform"), merge_path_limit,
               fmt::format("csr_merge_path on {} rows of {}", rows.n, rows.length));
}
GRADED(fast, "rung 3: csr_merge_path: the same work with one huge row", 4) {
    const Rows rows = uneven_rows(RowShape::huge);
    grade_work(
        counts_of_rows("csr_merge_path", rows, "huge"), merge_path_limit,
        fmt::format("csr_merge_path on {} rows, one of which has half of the nonzeros", rows.n));
}
GRADED(fast, "rung 3: csr_merge_path: the same work with rows by a power law", 2) {
    const Rows rows = uneven_rows(RowShape::power_law);
    const Answer& answer = counts_of_rows("csr_merge_path", rows, "power law");
    grade_work(answer, merge_path_limit,
               fmt::format("csr_merge_path on {} rows by a power law", rows.n));
    demonstrate(answer);
}
TIMED("rung 3: csr_merge_path: time on uniform rows", 1) {
    check_time(batched("csr_merge_path", Rows{RowShape::uniform, 1 << 16, 1 << 16, 32}));
}
TIMED("rung 3: csr_merge_path: time with one huge row", 1) {
    check_time(batched("csr_merge_path", Rows{RowShape::huge, 1 << 16, 1 << 16, 32}));
}

// ---- Rung 4: textures.

GRADED(correct, "rung 4: dense_texture_linear: every shape", 4) {
    check_dense("dense_texture_linear", any_pitch);
    check_dense_special_values("dense_texture_linear");
    expect_texture("dense_texture_linear");
}
GRADED(correct, "rung 4: dense_texture_2d: every shape", 4) {
    check_dense("dense_texture_2d", even_pitch);
    check_dense_special_values("dense_texture_2d");
    expect_texture("dense_texture_2d");
}
GRADED(correct, "rung 4: what no texture holds is refused, what one holds is not", 2) {
    check_refused("dense_texture_linear", {3, 1 << 26, 1 << 26}, "pitch");
    check_refused("dense_texture_linear", {1 << 16, 1 << 16, 1 << 16}, "pitch");
    check_refused("dense_texture_2d", {2, most_wide + 1, most_wide + 8}, "m ");
    check_refused("dense_texture_2d", {most_high + 1, 8, 8}, "n ");
    check_refused("dense_texture_2d", {2, 8, 12}, "pitch");
    check_not_refused("dense_texture_linear", {2, 1 << 26, 1 << 26});
    check_not_refused("dense_texture_2d", {2, most_wide, most_wide});
    check_not_refused("dense_texture_2d", {most_high, 8, 8});
}
GRADED(safe, "rung 4: dense_texture_linear: nothing is found", 3) {
    expect_no_findings("dense_texture_linear");
}
GRADED(safe, "rung 4: dense_texture_2d: nothing is found", 2) {
    expect_no_findings("dense_texture_2d");
}
GRADED(safe, "rung 4: textures: report each call that fails", 1) {
    for (const char* function : {"dense_texture_linear", "dense_texture_2d"})
        expect_failures_handled(checked(
            dense_problem(function, {draw_size(20), 40, 40}, InputKind::integers, draw_seed())));
}
GRADED(fast, "rung 4: dense_texture_linear: A by texture, each element once", 2) {
    check_fetches("dense_texture_linear", 8);
}
GRADED(fast, "rung 4: dense_texture_2d: A by texture, each element once", 2) {
    check_fetches("dense_texture_2d", 4);
}
GRADED(fast, "rung 4: textures: work", 1) {
    const Dense dense = drawn_dense();
    const auto grade = [&](const char* function, int fetches) {
        grade_work(counts_of_dense(function, dense, "drawn"),
                   limit_for((fetches + 1) * dense.m / 32.0 + 1),
                   fmt::format("{} of {} x {}", function, dense.n, dense.m));
    };
    grade("dense_texture_linear", 32 / 8);
    grade("dense_texture_2d", 32 / 4);
}
TIMED("rung 4: dense_texture_linear: time on the device", 1) {
    check_time(batched("dense_texture_linear", Dense{4096, 4096, 4096}));
}
TIMED("rung 4: dense_texture_2d: time on the device", 1) {
    check_time(batched("dense_texture_2d", Dense{4096, 4096, 4096}));
}
GRADED(predict, "rung 4: dense_texture_linear: requests and sectors", 2) {
    expect_fetches_predicted("dense_texture_linear");
}
GRADED(predict, "rung 4: dense_texture_2d: requests and sectors", 2) {
    expect_fetches_predicted("dense_texture_2d");
}

}  // namespace sparse_and_texture
