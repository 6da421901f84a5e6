#include "suite/causes/part_mistakes.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "suite/causes/mistake_table.hpp"
#include "suite/causes/ordinal.hpp"

namespace grader::suite::matvec {

namespace {

using runner::Judged;
using runner::MatvecProblem;

constexpr int most_rows = 1024;  // of a segment

class Parts : MistakeTable {
  public:
    using MistakeTable::MistakeTable;

    std::vector<Mistake> all() {
        add_rest();
        add_one_part();
        add_sums_so_far();
        add_repeated_columns();
        add_blocks_of_columns();
        add_kept_sums();
        add_first_part("x", false, true);
        add_first_part("A", true, false);
        add_overlapping_parts();
        add_last_column_again();
        add_short_steps();
        add_b_again();
        add_parts();
        return std::move(all_);
    }

  private:
    // The first part of several is left out.
    void add_rest() {
        add_fitting(powers(2, p_.m), [this](int first) {
            const int tile = size("sx");
            const std::string words =
                tile > 0 && 2 * tile < p_.m && first == (p_.m - 1) / tile * tile
                    ? "where the first {} of {} columns are left out. So it is where the sum of "
                      "one part of a row is taken for the whole: are the sums of all parts added?"
                : first == p_.m - 1
                    ? "where the last product alone is added to b. So it is, too, where the first "
                      "{} of {} columns are left out"
                    : "where the first {} of {} columns are left out: does what adds up the parts "
                      "of a row begin at the first one, and does the sum go on from part to part?";
            return weighing(fmt::format(fmt::runtime(words), first, p_.m),
                            [first](int j) { return int{j >= first}; });
        });
    }

    // A row in parts, which take tiles of `sx` columns in turn, of which one alone is summed, or
    // one is added twice.
    void add_one_part() {
        const int tile = size("sx");
        if (tile == 0 || tile >= p_.m) return;
        const int tiles = (p_.m + tile - 1) / tile;
        if (tiles > 2)  // of two, a grid that is rounded down leaves the first one, too
            add(fmt::format(
                    "where only the first {} of {} columns are added. So it is where the sum of "
                    "one part of a row is taken for the whole: are the sums of all parts added?",
                    tile, p_.m),
                [=](int j) { return int{j < tile}; });
        add_fitting(all_below(2, tiles + 1), [=, this](int parts) {
            return weighing(
                "where the last part of each row is added twice: does the final sum "
                "begin with b, and not with what its block has summed before?",
                [=](int j) { return j / tile % parts == parts - 1 ? 2 : 1; });
        });
        for (int part = 0; part < tiles / 2; ++part)
            add_fitting(all_below(part + 1, tiles - part), [=, this](int parts) {
                return weighing(
                    fmt::format("where only every {} tile of {} columns is added, from number {} "
                                "on, as one of {} parts has them: are the sums of all parts added?",
                                ordinal(std::size_t(parts)), tile, part, parts),
                    [=](int j) { return int{j / tile % parts == part}; });
            });
    }

    // `sum += …; atomicAdd(&y[i], sum);` in the loop: over a part, or over all columns.
    void add_sums_so_far() {
        const int width = size("width") > 0 ? size("width") : p_.m;
        add("where a sum is added to y each time that it has grown, and not once when it is "
            "complete: is the addition to y in the loop?",
            [=, this](int j) { return std::min(width, p_.m - j / width * width) - j % width; });
    }

    void add_repeated_columns() {
        for (int step = 2; step <= 1024 && step < p_.m; step *= 2)
            add(fmt::format("where only every {}th column is added, and {} times: the threads of a "
                            "row all begin at its first one",
                            step, step),
                [step](int j) { return j % step == 0 ? step : 0; });
    }

    std::optional<double> with_columns(std::size_t i, auto of_A, auto of_x) const {
        double result = p_.b[i];
        for (int j = 0; j < p_.m; ++j) {
            const int in_A = of_A(j), in_x = of_x(j);
            if (in_x >= p_.m) return std::nullopt;
            result += double{p_.A[p_.at(static_cast<int>(i), in_A)]} * p_.x[in_x];
        }
        return result;
    }

    // Blocks of `width` columns, for which one thread stages each element of x.
    void add_blocks_of_columns() {
        const int width = size("width");
        if (width == 0 || width >= p_.m || split_.block == 0) return;
        const auto same = [](int j) { return j; };
        const auto in_block = [width](int j) { return j % width; };
        all_.push_back(
            {"where A is read as if every block had the first columns: the index lacks "
             "the begin of the block",
             [=, this](std::size_t i) { return with_columns(i, in_block, same); }});
        all_.push_back(
            {p_.n > split_.block
                 ? "where a block stages x from where its elements of y begin, not from where its "
                   "part of the sum does"
                 : "where every block takes x from x[0] on, not from where its part of the sum "
                   "begins: the index has no begin of the block, or that of its elements of y",
             [=, this](std::size_t i) {
                 const int begin = static_cast<int>(i) / split_.block * split_.block;
                 return with_columns(i, same, [=](int j) { return begin + j % width; });
             }});
        if (p_.n > split_.block)
            all_.push_back(
                {"where every block takes x from x[0] on, not from where its part of "
                 "the sum begins: the index has no begin of the block",
                 [=, this](std::size_t i) { return with_columns(i, same, in_block); }});
        if (p_.layout == runner::Layout::column_major)
            all_.push_back(
                {"where A is read at `first + k * n + i`: the sum of the block's first "
                 "column and k needs parentheses, as in `(first + k) * n`",
                 [=, this](std::size_t i) { return without_parentheses(i, width); }});
    }

    double without_parentheses(std::size_t i, int width) const {
        double result = p_.b[i];
        for (int j = 0, k = 0; j < p_.m; ++j, k = j % width)
            result += double{p_.A[std::size_t(j - k) + std::size_t(k) * p_.n + i]} * p_.x[j];
        return result;
    }

    // A block that takes several segments of rows: the numbers show how many rows a segment has.
    void add_kept_sums() {
        add_fitting(powers(2, std::min(p_.n, most_rows + 1)), [this](int rows) -> Mistake {
            return {fmt::format("where the sum is not set anew for each segment of {} rows: a row "
                                "has the products of the rows {}, {}, … before it, too",
                                rows, rows, 2 * rows),
                    [=, this](std::size_t i) -> std::optional<double> {
                        double result = p_.b[i];
                        for (int row = static_cast<int>(i); row >= 0; row -= rows)
                            result += sum(row, 0, p_.m);
                        return result;
                    }};
        });
    }

    // A row in parts, of which each takes the elements of the first: x[k] for x[first + k].
    void add_first_part(const char* array, bool of_A, bool of_x) {
        if (of_A && size("width") > 0) return;  // told of the blocks
        const int tile = size("sx");
        const auto lengths = tile > 1 && tile < p_.m ? std::vector{tile} : powers(32, p_.m);
        add_fitting(lengths, [=, this](int length) -> Mistake {
            const auto first = [=](bool of_it) {
                return [=](int j) { return of_it ? j % length : j; };
            };
            return {fmt::format("where each {} columns take the first {} elements of {}: the index "
                                "lacks the begin of the part",
                                length, length, array),
                    [=, this](std::size_t i) { return with_columns(i, first(of_A), first(of_x)); }};
        });
    }

    // Parts that are twice as long as they are apart.
    void add_overlapping_parts() {
        if (size("sx") > 0) return;  // parts take tiles in turn
        add_fitting(powers(32, p_.m), [this](int apart) {
            return weighing(fmt::format("where the parts of a row overlap: they begin {} columns "
                                        "apart, are longer, and what they share is added twice",
                                        apart),
                            [apart](int j) { return j < apart ? 1 : 2; });
        });
    }

    // Threads beyond the last column that take that one. With one of them, this is what parts that
    // overlap by a column give, too.
    void add_last_column_again() {
        constexpr int fewest_columns = 3, most_threads = 1024;
        if (p_.m < fewest_columns) return;
        add_fitting(all_below(1, most_threads), [this](int threads) {
            return weighing(
                fmt::format("where the last column of each row is added {} too often: do threads "
                            "beyond it, which are to add 0, take that column again?",
                            threads == 1 ? "once" : fmt::format("{} times", threads)),
                [=, this](int j) { return j == p_.m - 1 ? 1 + threads : 1; });
        });
    }

    // The threads of a row go on by fewer columns than they are.
    void add_short_steps() {
        for (int threads = 4; threads <= split_.block; threads *= 2)
            for (int step = 1; step < threads; step *= 2) {
                if (step >= p_.m) break;
                const auto times = [=](int j) {
                    return (std::min(j, threads - 1) - j % step) / step + 1;
                };
                add(fmt::format("where the {} threads of a row go on by {} columns, and not by as "
                                "many as they are: most products are added several times",
                                threads, step),
                    times);
                if (gives_all_wrong(all_.back())) return;
                all_.pop_back();
            }
    }

    // b[0] or b[t] for b[i]. Where b[1] is b[0], say, the two may be the same, and none is told.
    void add_b_again() {
        if (p_.n > 1)
            all_.push_back({"with b[0] for all rows: row i begins with b[i]",
                            [this](std::size_t i) -> std::optional<double> {
                                return right(i) - p_.b[i] + p_.b[0];
                            }});
        for (int rows = 2; rows < p_.n && rows != split_.block; rows *= 2) {
            all_.push_back({fmt::format("where row i takes b[i % {}]: does the index of b lack the "
                                        "begin of the segment or block?",
                                        rows),
                            [=, this](std::size_t i) -> std::optional<double> {
                                return right(i) - p_.b[i] +
                                       p_.b[i % static_cast<std::size_t>(rows)];
                            }});
        }
    }

    // Parts of a row, which take tiles of `sx` columns in turn.
    void add_parts() {
        const int tile = size("sx");
        if (tile == 0) return;
        const std::vector<int> numbers = all_below(2, (p_.m + tile - 1) / tile + 1);
        add_fitting(numbers, [=, this](int parts) {
            return weighing(
                "where a tile is added by several parts: each goes on with the tiles of the parts "
                "behind it",
                [=](int j) { return std::min(j / tile, parts - 1) + 1; });
        });
        add_fitting(numbers, [=, this](int parts) -> Mistake {
            return {"where the sums of parts are stored column by column, and read row by row",
                    [=, this](std::size_t i) { return from_columns(i, tile, parts); }};
        });
        all_.push_back({"where the sums of one launch are multiplied by x again in the next",
                        [=, this](std::size_t i) { return multiplied_again(i, tile); }});
    }

    double multiplied_again(std::size_t i, int tile) const {
        std::vector<double> values;
        for (int j = 0; j < p_.m; ++j) values.push_back(p_.A[p_.at(static_cast<int>(i), j)]);
        do {
            std::vector<double> sums((values.size() + tile - 1) / tile);
            for (std::size_t j = 0; j < values.size(); ++j) sums[j / tile] += values[j] * p_.x[j];
            values = std::move(sums);
        } while (values.size() > 1);
        return p_.b[i] + values.front();
    }

    /// Element i if the sum of part p of row r is stored at p * n + r and read at r * parts + p.
    double from_columns(std::size_t i, int tile, int parts) const {
        double result = p_.b[i];
        const auto n = static_cast<std::size_t>(p_.n);
        for (int p = 0; p < parts; ++p) {
            const std::size_t at = i * static_cast<std::size_t>(parts) + p;
            for (int j = 0; j < p_.m; ++j)
                if (j / tile % parts == static_cast<int>(at / n)) result += term(at % n, j);
        }
        return result;
    }
};

}  // namespace

std::vector<Mistake> mistakes_of_parts(const MatvecProblem& problem, const Judged& y,
                                       const Split& split) {
    return mistakes_in<Parts>(problem, y, split);
}

}  // namespace grader::suite::matvec
