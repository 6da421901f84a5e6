// Common mistakes in the products of a sparse matrix, by the values that they leave: which nonzeros
// of a row are added, to what, and with which x.
#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <memory>
#include <optional>
#include <vector>

#include "suite/causes/mistakes.hpp"
#include "suites/11-sparse-and-texture/checks.hpp"

namespace sparse_and_texture {

namespace {

/// The rows of a problem, and sums over their nonzeros.
struct RowSums {
    Shared<Csr> A;
    Shared<Vectors> in;

    int begin(std::size_t row) const { return A->row_start[row]; }
    int end(std::size_t row) const { return A->row_start[row + 1]; }
    double sum(int first, int end, int step = 1) const {
        double result = 0;
        for (int k = first; k < end; k += step) result += double{A->value[k]} * in->x[A->column[k]];
        return result;
    }
    double whole(std::size_t row) const { return sum(begin(row), end(row)); }
};

void add_mistakes_with_b(std::vector<Mistake>& all, const RowSums& rows) {
    all.push_back({"without b", [=](std::size_t i) { return rows.whole(i); }});
    all.push_back(
        {"where nothing is added to b", [=](std::size_t i) { return double{rows.in->b[i]}; }});
    all.push_back({"where b is added twice",
                   [=](std::size_t i) { return 2.0 * rows.in->b[i] + rows.whole(i); }});
    all.push_back({"with the first b for all rows",
                   [=](std::size_t i) { return rows.in->b[0] + rows.whole(i); }});
}

void add_mistakes_at_ends_of_rows(std::vector<Mistake>& all, const RowSums& rows) {
    all.push_back({"where rows without nonzeros are left out", [=](std::size_t i) {
                       const bool is_empty = rows.begin(i) == rows.end(i);
                       return is_empty ? Mistake::unwritten : rows.in->b[i] + rows.whole(i);
                   }});
    all.push_back(
        {"where each row has one nonzero, its first: where a row ends, row_start[i + 1] says",
         [=](std::size_t i) -> std::optional<double> {
             const int first = rows.begin(i);
             if (first >= rows.A->nonzeros()) return std::nullopt;
             return rows.in->b[i] + rows.sum(first, first + 1);
         }});
    all.push_back(
        {"where every row takes its number of nonzeros from the matrix's first one on: those of "
         "row i begin at row_start[i]",
         [=](std::size_t i) { return rows.in->b[i] + rows.sum(0, rows.end(i) - rows.begin(i)); }});
    all.push_back(
        {"where the loop over a row's nonzeros begins at row_start[i], and ends at their number: "
         "it ends at row_start[i + 1]",
         [=](std::size_t i) {
             return rows.in->b[i] + rows.sum(rows.begin(i), rows.end(i) - rows.begin(i));
         }});
    const auto mixed = [=](std::size_t i, bool values_from_first) {
        double result = rows.in->b[i];
        for (int k = rows.begin(i); k < rows.end(i); ++k) {
            const int from_first = k - rows.begin(i);
            result += double{rows.A->value[values_from_first ? from_first : k]} *
                      rows.in->x[rows.A->column[values_from_first ? k : from_first]];
        }
        return result;
    };
    for (const bool of_values : {true, false})
        all.push_back(
            {fmt::format("where every row takes its {0} from {0}[0] on, and its {1} from "
                         "{1}[row_start[i]] on: both begin at row_start[i]",
                         of_values ? "values" : "columns", of_values ? "columns" : "values"),
             [=](std::size_t i) { return mixed(i, of_values); }});
    all.push_back({"without the last nonzero of each row", [=](std::size_t i) {
                       return rows.in->b[i] + rows.sum(rows.begin(i), rows.end(i) - 1);
                   }});
}

/// A row's product in which `column(k)` says which x nonzero k is multiplied by. Nothing if one of
/// them lies beyond x.
template <class Column>
std::optional<double> with_other_columns(const RowSums& rows, std::size_t row, Column column) {
    double result = rows.in->b[row];
    for (int k = rows.begin(row); k < rows.end(row); ++k) {
        const std::size_t at = column(k);
        if (at >= rows.in->x.size()) return std::nullopt;
        result += double{rows.A->value[k]} * rows.in->x[at];
    }
    return result;
}

void add_mistakes_with_x(std::vector<Mistake>& all, const RowSums& rows) {
    all.push_back(
        {"where x is taken from the row's first column on, one element behind the other: "
         "columns[k] says which it is",
         [=](std::size_t i) {
             const int first = rows.begin(i);
             return with_other_columns(
                 rows, i, [&](int k) { return std::size_t(rows.A->column[first] + k - first); });
         }});
    all.push_back({"with x[i] in place of x[columns[k]]", [=](std::size_t i) {
                       return with_other_columns(rows, i, [&](int) { return i; });
                   }});
}

void add_kept_in_int(std::vector<Mistake>& all, const RowSums& rows) {
    all.push_back({"where the sum is kept in an int",
                   [=](std::size_t i) {
                       const Csr& A = *rows.A;
                       int kept = static_cast<int>(rows.in->b[i]);
                       for (int k = rows.begin(i); k < rows.end(i); ++k)
                           kept = static_cast<int>(static_cast<float>(kept) +
                                                   A.value[k] * rows.in->x[A.column[k]]);
                       return kept;
                   },
                   false, true});
}

void add_mistakes_of_lanes(std::vector<Mistake>& all, const RowSums& rows) {
    all.push_back({"where b is added by each of a warp's 32 lanes",
                   [=](std::size_t i) { return 32.0 * rows.in->b[i] + rows.whole(i); }});
    all.push_back({"where b is added by each of a warp's 32 lanes, and once more",
                   [=](std::size_t i) { return 33.0 * rows.in->b[i] + rows.whole(i); }});
    all.push_back(
        {"where each lane of a warp goes on to the next nonzero, and not to the 32nd from there: a "
         "nonzero is added by all lanes that begin before it",
         [=](std::size_t i) {
             double result = rows.in->b[i];
             for (int k = rows.begin(i); k < rows.end(i); ++k)
                 result += std::min(k - rows.begin(i) + 1, 32) * rows.sum(k, k + 1);
             return result;
         }});
    all.push_back(
        {"where only every 32nd nonzero of a row is added, and 32 times: the lanes of a warp all "
         "begin at the row's first one",
         [=](std::size_t i) {
             return rows.in->b[i] + 32 * rows.sum(rows.begin(i), rows.end(i), 32);
         }});
    all.push_back(
        {"where lane 31 of a warp stores what it has: the shuffles bring the sum to lane 0, and "
         "leave 32 times its own sum to lane 31",
         [=](std::size_t i) {
             return rows.in->b[i] + 32 * rows.sum(rows.begin(i) + 31, rows.end(i), 32);
         }});
    all.push_back(
        {"where the sum of lane 31 alone is added to b: so it is where what a shuffle brings "
         "replaces a lane's sum, and is not added to it",
         [=](std::size_t i) {
             return rows.in->b[i] + rows.sum(rows.begin(i) + 31, rows.end(i), 32);
         }});
    for (int step = 2; step <= 32; step *= 2)
        all.push_back({only_every(step, "nonzero of a row"), [=](std::size_t i) {
                           return rows.in->b[i] + rows.sum(rows.begin(i), rows.end(i), step);
                       }});
}

/// `warps`: of a block.
void add_mistakes_of_warps(std::vector<Mistake>& all, const RowSums& rows, int warps) {
    all.push_back(
        {"where a lane goes on by the threads of a block, and leaves out the nonzeros between: its "
         "next one is 32 further",
         [=](std::size_t i) {
             double result = rows.in->b[i];
             for (int k = rows.begin(i); k < rows.end(i); k += 32 * warps)
                 result += rows.sum(k, std::min(k + 32, rows.end(i)));
             return result;
         }});
    all.push_back(
        {"where the warps of a block begin 32 nonzeros apart, each in its own row: the "
         "number of the thread stands where that of its lane is to be",
         [=](std::size_t i) {
             const int skipped = 32 * (static_cast<int>(i) % warps);
             return rows.in->b[i] + rows.sum(rows.begin(i) + skipped, rows.end(i));
         }});
}

}  // namespace

std::vector<Mistake> csr_mistakes(const std::string& function, const Shared<Csr>& A,
                                  const Shared<Vectors>& in) {
    std::vector<Mistake> all;
    const RowSums rows{A, in};
    add_mistakes_with_b(all, rows);
    add_mistakes_at_ends_of_rows(all, rows);
    add_mistakes_with_x(all, rows);
    add_kept_in_int(all, rows);
    if (function == "csr_thread_a_row") return all;  // no lanes share a row
    add_mistakes_of_lanes(all, rows);
    constexpr int most_warps = 32;  // of a block
    for (int warps = 2; warps <= most_warps; warps *= 2) add_mistakes_of_warps(all, rows, warps);
    if (function == "csr_merge_path") add_mistakes_on_the_path(all, A, in);
    return all;
}

}  // namespace sparse_and_texture
