// The graded cases of lab 11: three products of a sparse matrix, and two of a dense one that is
// read through a texture. docs/labs/11-sparse-and-texture.md derives the counts.
//
// No check depends on chance: small integers have exact sums, and the bound for reals holds for
// every order of additions, including that of atomic operations. A right answer never fails.
#include <fmt/format.h>

#include "11-sparse-and-texture/problem.hpp"
#include "suite/batch.hpp"
#include "suite/failing.hpp"
#include "suite/problem.hpp"
#include "suite/work.hpp"
#include "suites/11-sparse-and-texture/checks.hpp"

namespace sparse_and_texture {

LAB_SUITE("11-sparse-and-texture");

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
    check_work_on_short_rows();
}
GRADED(fast, "rung 1: csr_thread_a_row: a sector for each lane on long rows", 2) {
    check_sectors_of_threads();
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
    check_work_on_long_rows();
}
GRADED(fast, "rung 2: csr_warp_a_row: neighbouring lanes, neighbouring nonzeros", 2) {
    check_sectors_of_warps();
}
GRADED(fast, "rung 2: csr_warp_a_row: sums by shuffles", 1) {
    check_sums_by_shuffles();
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
    check_merging_uniform_rows();
}
GRADED(fast, "rung 3: csr_merge_path: the same work with one huge row", 4) {
    check_merging_a_huge_row();
}
GRADED(fast, "rung 3: csr_merge_path: the same work with rows by a power law", 2) {
    check_merging_by_a_power_law();
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
    expect_texture("dense_texture_linear", 8);
}
GRADED(correct, "rung 4: dense_texture_2d: every shape", 4) {
    check_dense("dense_texture_2d", even_pitch);
    check_dense_special_values("dense_texture_2d");
    expect_texture("dense_texture_2d", 4);
}
GRADED(correct, "rung 4: what no texture holds is refused, what one holds is not", 2) {
    check_refused("dense_texture_linear", {3, 1 << 26, 1 << 26}, "pitch");
    check_refused("dense_texture_linear", {1 << 16, 1 << 16, 1 << 16}, "pitch");
    check_refused("dense_texture_linear", {1, (1 << 27) + 1, (1 << 27) + 1}, "pitch");
    // The gap between the rows is part of the texture.
    check_refused("dense_texture_linear", {3, 40, 1 << 26}, "pitch");
    check_refused("dense_texture_2d", {2, most_wide + 1, most_wide + 8}, "m");
    check_refused("dense_texture_2d", {most_high + 1, 8, 8}, "n");
    check_refused("dense_texture_2d", {2, 8, 12}, "pitch");
    check_refused("dense_texture_2d", {2, 8, 8 * draw_size(20) + 1 + draw_size(4) % 7}, "pitch");
    check_not_refused("dense_texture_linear", {2, 1 << 26, 1 << 26});
    check_not_refused("dense_texture_2d", {2, most_wide, most_wide});
    check_not_refused("dense_texture_2d", {2, most_wide, most_wide + 8});
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
    const Dense whole = drawn_dense();
    // Any number of columns, with a gap behind each row.
    const int m = 2 * draw_work_size(105, "columns") + draw_below(2, "columns");
    const Dense odd{whole.n, m, (m / 32 + 1) * 32};
    for (const char* function : {"dense_texture_linear", "dense_texture_2d"})
        for (const Dense& dense : {whole, odd})
            grade_work(counts_of_dense(function, dense, fmt::format("drawn {}", dense.m)),
                       limit_of(function, {{"pitch", dense.pitch}}),
                       fmt::format("{} of {} x {}", function, dense.n, dense.m));
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
