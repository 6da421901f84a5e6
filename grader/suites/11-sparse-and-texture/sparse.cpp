// Products of a sparse matrix: values, and the work on empty rows.
#include <fmt/format.h>

#include <cmath>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "suite/failing.hpp"
#include "suite/suspected.hpp"
#include "suite/work.hpp"
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

/// None is far longer than the others, so that their number is what the work depends on.
std::vector<int> draw_lengths(int rows, int most) {
    std::vector<int> lengths(static_cast<std::size_t>(rows));
    for (int& length : lengths) length = draw_from(0, most);
    return lengths;
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
    for (const auto& [n, most] : draw_aspects(1 << 16))
        check(lengths_problem(function, draw_lengths(n, most), 2 * most));
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

// A thread that walks from one nonzero to the next passes all empty rows between them alone.
void check_work_on_empty_rows() {
    constexpr std::size_t every = 2500;
    const std::string function = "csr_merge_path";
    std::vector<int> lengths(draw_work_size(20'000, "empty rows"), 0);
    for (std::size_t i = 0; i < lengths.size(); i += every) lengths[i] = 1;
    const Answer& answer = counts_of(function + "empty rows", [&](InputKind kind) {
        return checked(lengths_problem(function, lengths, 100, kind));
    });
    grade_work(answer, limit_of(function),
               fmt::format("{} on {} rows, of which one in {} has a nonzero", function,
                           lengths.size(), every));
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
