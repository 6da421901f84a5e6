// What sparse products cost: the time that is estimated for their rows, and the counts that tell a
// thread a row, a warp a row and the merge path from each other.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>

#include "suite/work.hpp"
#include "suites/11-sparse-and-texture/checks.hpp"

namespace sparse_and_texture {

namespace {

const Answer& counts_of_rows(const std::string& function, const Rows& rows,
                             const std::string& name) {
    return counts_of(function + name, [&](InputKind kind) {
        return checked(csr_problem(function, rows, kind, draw_seed()));
    });
}

// How long rows are is drawn, too, so that no kernel is quick for one length only.

Rows short_rows() {
    const int n = draw_work_size(3000, "short");
    return {RowShape::uniform, n, n, draw_size(4, "short length")};
}

/// Rows so long that a warp makes many iterations, each of which begins with a new sector.
Rows long_rows() {
    return {RowShape::uniform, draw_work_size(100, "long rows"), draw_size(700, "long columns"),
            draw_work_size(320, "long length", 8)};
}

/// One row has half of the nonzeros; a warp takes far longer for it alone than the merge path does.
Rows huge_row() {
    return {RowShape::huge, draw_work_size(1500, "uneven"), 1000, draw_size(32, "huge length")};
}

/// The same, so long that the largest block takes far longer for it, too.
Rows longer_row() {
    return {RowShape::huge, draw_work_size(1500, "uneven"), 1000,
            draw_work_size(512, "longer length")};
}

Rows uneven_rows(RowShape shape) {
    return {shape, draw_work_size(1500, "uneven"), 1000, draw_size(12, "uneven length")};
}

/// The time that the longest row takes, where each row stays with its thread or its warp.
void check_work_of_uneven_rows(const std::string& function) {
    const Rows rows = uneven_rows(RowShape::power_law);
    const auto seed = static_cast<std::uint64_t>(draw_size(1 << 20, "power law"));
    const auto lengths = runner::row_lengths(rows.shape, rows.n, rows.length, seed);
    const int longest = *std::ranges::max_element(lengths);
    const Answer& answer = counts_of(function + "power law", [&](InputKind kind) {
        return checked(csr_problem(function, rows, kind, seed));
    });
    grade_work(answer, limit_of(function, {{"length", longest}}),
               fmt::format("{} on {} rows by a power law, the longest of which has {} nonzeros",
                           function, rows.n, longest));
}

std::int64_t nonzeros_of(const Rows& rows) {
    return std::int64_t{rows.n} * rows.length;
}

/// For the two arrays with the nonzeros, which are of equal size.
Traffic traffic_of_nonzeros(const Answer& answer, const Rows& rows) {
    return traffic(answer, static_cast<std::uint64_t>(nonzeros_of(rows)) * sizeof(float));
}

/// `lanes` lanes share a row, at any cost: the busiest warp loads half of the nonzeros, from
/// `columns` and `values`, at most four of them per lane at once.
void expect_rows_kept(const std::string& function, int lanes) {
    const Rows rows = huge_row();
    const auto requests = static_cast<double>(
        counted(counts_of_rows(function, rows, "huge"), "busiest_warp_requests"));
    const double least = static_cast<double>(nonzeros_of(rows)) / 2 * 2 / (4.0 * lanes);
    expect_no_less(
        requests, least,
        fmt::format("{}: no warp makes more than {:.0f} requests where one row has {} "
                    "nonzeros; a row is to stay with its {}",
                    function, requests, nonzeros_of(rows) / 2, lanes == 1 ? "thread" : "warp"),
        about_accesses);
}

/// A thread a row: the lanes of a warp have rows of their own, and load side by side. Warps need
/// not be full.
void expect_full_warps(const std::string& function, const Rows& rows) {
    constexpr double lanes = 32, fewest = 8;
    const auto nonzeros = static_cast<double>(nonzeros_of(rows));
    const auto requests = static_cast<double>(
        traffic_of_nonzeros(counts_of_rows(function, rows, "short"), rows).requests);
    expect_used(requests < 2 * nonzeros / fewest,
                fmt::format("{} loads columns and values by {:.0f} requests on {} rows of {}; "
                            "{:.0f} are enough where each lane of a warp has a row",
                            function, requests, rows.n, rows.length, 2 * nonzeros / lanes),
                about_loads);
}

}  // namespace

void check_work_on_short_rows() {
    const Rows rows = short_rows();
    grade_work(counts_of_rows("csr_thread_a_row", rows, "short"),
               limit_of("csr_thread_a_row", {{"length", rows.length}}),
               fmt::format("csr_thread_a_row on {} rows of {}", rows.n, rows.length));
    check_work_of_uneven_rows("csr_thread_a_row");
    expect_full_warps("csr_thread_a_row", rows);
}

void check_sectors_of_threads() {
    expect_rows_kept("csr_thread_a_row", 1);
    const Rows rows = long_rows();
    const Answer& answer = counts_of_rows("csr_thread_a_row", rows, "long");
    const auto nonzeros = static_cast<double>(nonzeros_of(rows));
    const auto sectors = static_cast<double>(traffic_of_nonzeros(answer, rows).sectors);
    expect_between(sectors, 2 * nonzeros, 2 * nonzeros,
                   fmt::format("csr_thread_a_row loads {:.0f} sectors of columns and values on {} "
                               "rows of {}; a thread a row takes {:.0f}, one for each element",
                               sectors, rows.n, rows.length, 2 * nonzeros));
}

void check_work_on_long_rows() {
    const Rows rows = long_rows();
    grade_work(counts_of_rows("csr_warp_a_row", rows, "long"),
               limit_of("csr_warp_a_row", {{"length", rows.length}}),
               fmt::format("csr_warp_a_row on {} rows of {}", rows.n, rows.length));
    check_work_of_uneven_rows("csr_warp_a_row");
}

void check_sectors_of_warps() {
    const Rows rows = long_rows();
    const Answer& answer = counts_of_rows("csr_warp_a_row", rows, "long");
    const auto least = 2 * static_cast<double>(nonzeros_of(rows)) / floats_per_sector;
    const auto sectors = static_cast<double>(traffic_of_nonzeros(answer, rows).sectors);
    expect_saved(sectors, least,
                 fmt::format("csr_warp_a_row loads {:.0f} sectors of columns and values on {} rows "
                             "of {}; {:.0f} hold them all, and neighbouring lanes share one",
                             sectors, rows.n, rows.length, least),
                 about_loads);
    expect_no_less(sectors, least,
                   fmt::format("csr_warp_a_row loads {:.0f} sectors of columns and values on {} "
                               "rows of {}, which have {:.0f}: the nonzeros must be loaded from "
                               "there",
                               sectors, rows.n, rows.length, least));
    expect_rows_kept("csr_warp_a_row", 32);
}

void check_sums_by_shuffles() {
    const Rows rows = long_rows();
    const Answer& answer = counts_of_rows("csr_warp_a_row", rows, "long");
    expect(counted(answer, "shared_store_wavefronts") == 0,
           "csr_warp_a_row stores in shared memory: shuffles add up a warp's sums without it",
           {.of = Accesses::Of::stores, .shared = true});
    // One for each row, and where a counter hands the rows out, one in vain for each warp.
    const auto n = static_cast<std::uint64_t>(rows.n);
    const auto atomics = counted(answer, "atomic_operations");
    const auto enough = n + (answer.reads_by_atomics() ? counted(answer, "warps") : 0);
    expect(atomics <= enough,
           fmt::format("csr_warp_a_row makes {} atomic operations for {} rows. Shuffles add up a "
                       "warp's sums without any; {} are enough for one in each row",
                       atomics, n, enough),
           about_atomics);
    const auto shuffles = counted(answer, "shuffles");  // two rows or more may share a warp
    expect_used(2 * shuffles >= n,
                fmt::format("csr_warp_a_row makes {} shuffles for {} rows: the lanes of a warp are "
                            "to add up their sums by shuffles",
                            shuffles, n));
    // Five halve the lanes' sums until one is left. One lane that gets all of them takes 31.
    const double trees = 2 * 5 * static_cast<double>(n);
    expect_saved(
        static_cast<double>(shuffles), trees,
        fmt::format("csr_warp_a_row makes {} shuffles for {} rows; {:.0f} are enough where "
                    "all lanes add, and each step halves how many sums are left",
                    shuffles, n, trees));
    const auto stored = counted(answer, "global_store_sectors");
    expect_used(stored <= 2 * n,
                fmt::format("csr_warp_a_row stores {} sectors for {} rows, each of which has one "
                            "number to store: shuffles need no memory for the lanes' sums",
                            stored, n),
                about_stores);
}

void check_merging_uniform_rows() {
    const Rows rows = uneven_rows(RowShape::uniform);
    grade_work(counts_of_rows("csr_merge_path", rows, "uniform"), limit_of("csr_merge_path"),
               fmt::format("csr_merge_path on {} rows of {}", rows.n, rows.length));
}

void check_merging_a_huge_row() {
    const Rows rows = huge_row();
    grade_work(
        counts_of_rows("csr_merge_path", rows, "huge"), limit_of("csr_merge_path"),
        fmt::format("csr_merge_path on {} rows, one of which has half of the nonzeros", rows.n));
    const Rows longer = longer_row();
    grade_work(counts_of_rows("csr_merge_path", longer, "longer"), limit_of("csr_merge_path"),
               fmt::format("csr_merge_path on {} rows, one of which has half of the {} nonzeros",
                           longer.n, nonzeros_of(longer)));
}

void check_merging_by_a_power_law() {
    const Rows rows = uneven_rows(RowShape::power_law);
    const Answer& answer = counts_of_rows("csr_merge_path", rows, "power law");
    grade_work(answer, limit_of("csr_merge_path"),
               fmt::format("csr_merge_path on {} rows by a power law", rows.n));
    demonstrate(answer);
    check_work_on_empty_rows();
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

}  // namespace sparse_and_texture
