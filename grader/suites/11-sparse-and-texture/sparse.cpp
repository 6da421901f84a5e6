// Products of a sparse matrix: values.
#include <fmt/format.h>

#include <cmath>
#include <limits>
#include <memory>

#include "suite/failing.hpp"
#include "suite/suspected.hpp"
#include "suites/11-sparse-and-texture/checks.hpp"

namespace sparse_and_texture {

namespace {

constexpr Rows single_element{RowShape::uniform, 1, 1, 1};

/// One row, one column, no nonzeros; sizes below, at and above those of warps and blocks; all kinds
/// of rows.
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

/// Rows of the given lengths, one after the other.
Problem lengths_problem(const std::string& function, const std::vector<int>& lengths, int m,
                        InputKind kind = InputKind::integers) {
    const std::uint64_t seed = draw_seed();
    const int n = static_cast<int>(lengths.size());
    return csr_problem(function, runner::make_csr(lengths, m, kind, seed),
                       make_vectors(n, m, kind, seed), kind == InputKind::integers);
}

/// Students' mistakes for a row: which of its nonzeros they add, to what, and with which x.
std::vector<Mistake> csr_mistakes(const std::string& function, const Shared<Csr>& A,
                                  const Shared<Vectors>& in) {
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
        {"where each lane of a warp goes on to the next nonzero, and not to the 32nd from there: a "
         "nonzero is added by all lanes that begin before it",
         [=](std::size_t i) {
             double result = in->b[i];
             for (int k = start(i); k < start(i + 1); ++k)
                 result += std::min(k - start(i) + 1, 32) * sum(k, k + 1, 1);
             return result;
         }},
        {"with x[i] in place of x[columns[k]]",
         [=](std::size_t i) -> std::optional<double> {
             double result = in->b[i];
             for (int k = start(i); k < start(i + 1); ++k) {
                 if (i >= in->x.size()) return std::nullopt;
                 result += double{A->value[k]} * in->x[i];
             }
             return result;
         }},
        {"with the first b for all rows",
         [=](std::size_t i) { return in->b[0] + sum(start(i), start(i + 1), 1); }},
        {"where b is added by each of a warp's 32 lanes",
         [=](std::size_t i) { return 32.0 * in->b[i] + sum(start(i), start(i + 1), 1); }},
        {"where only every 32nd nonzero of a row is added, and 32 times: the lanes of a warp all "
         "begin at the row's first one",
         [=](std::size_t i) { return in->b[i] + 32 * sum(start(i), start(i + 1), 32); }},
        {"where the sum is kept in an int", [=](std::size_t i) -> std::optional<double> {
             int kept = static_cast<int>(in->b[i]);
             for (int k = start(i); k < start(i + 1); ++k)
                 kept =
                     static_cast<int>(static_cast<float>(kept) + A->value[k] * in->x[A->column[k]]);
             return kept;
         }}};
    // Blocks of 2 to 32 warps, as many as a block may have.
    for (int warps = 2; warps <= 32; warps *= 2) {
        all.push_back(
            {"where a lane goes on by the threads of a block, and leaves out the nonzeros "
             "between: its next one is 32 further",
             [=](std::size_t i) {
                 double result = in->b[i];
                 for (int k = start(i); k < start(i + 1); k += 32 * warps)
                     result += sum(k, std::min(k + 32, start(i + 1)), 1);
                 return result;
             }});
        all.push_back(
            {"where the warps of a block begin 32 nonzeros apart, each in its own row: "
             "the number of the thread stands where that of its lane is to be",
             [=](std::size_t i) {
                 const int skipped = 32 * (static_cast<int>(i) % warps);
                 return in->b[i] + sum(start(i) + skipped, start(i + 1), 1);
             }});
    }
    if (function == "csr_merge_path") add_mistakes_on_the_path(all, A, in);
    for (int step = 2; step <= 32; step *= 2)
        all.push_back({only_every(step, "nonzero of a row"), [=](std::size_t i) {
                           return in->b[i] + sum(start(i), start(i + 1), step);
                       }});
    return all;
}

void check_rows(const std::string& function, const Rows& rows, InputKind kind) {
    check([&](std::uint64_t seed) -> Suspected {
        return {csr_problem(function, rows, kind, seed), [=] {
                    return csr_mistakes(
                        function, std::make_shared<const Csr>(make_rows(rows, kind, seed)),
                        std::make_shared<const Vectors>(make_vectors(rows.n, rows.m, kind, seed)));
                }};
    });
}

}  // namespace

void check_integers(const std::string& function) {
    for (const Rows& rows : kinds) check_rows(function, rows, InputKind::integers);
}

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
        check_rows(function, rows, InputKind::reals);
}

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

}  // namespace sparse_and_texture
