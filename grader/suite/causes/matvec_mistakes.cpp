#include "suite/causes/matvec_mistakes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "suite/causes/mistake_table.hpp"
#include "suite/causes/ordinal.hpp"

namespace grader::suite::matvec {

namespace {

using runner::Judged;
using runner::MatvecProblem;

constexpr int most_rows = 1024;  // of a segment

class SplitRows : MistakeTable {
  public:
    using MistakeTable::MistakeTable;

    std::vector<Mistake> all() {
        add_last_values();
        add_lossy_trees();
        add_strides_by_four();
        if (split_.barriers > 2) add_slow_strides();
        add_first_half();
        add_rest();
        add_one_part();
        add_sums_so_far();
        add_short_shuffles();
        add_first_warps_sum();
        add_doubled_first();
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
    /// Which of `length` values a tree reduction includes whose stride is halved from length / 2
    /// on.
    static std::vector<bool> reached(int length) {
        std::vector<std::vector<int>> holds(static_cast<std::size_t>(length));
        for (int z = 0; z < length; ++z) holds[z] = {z};
        for (int stride = length / 2; stride > 0; stride /= 2)
            for (int z = 0; z < stride; ++z)
                holds[z].insert(holds[z].end(), holds[z + stride].begin(), holds[z + stride].end());
        std::vector<bool> result(static_cast<std::size_t>(length));
        for (const int z : holds[0]) result[z] = true;
        return result;
    }

    // A row's threads are a part of the block; which part is found from the numbers.
    void add_lossy_trees() {
        std::vector<int> lengths;
        for (int length = split_.block; length > 2; --length)
            if (split_.block % length == 0 && !std::has_single_bit(unsigned(length)))
                lengths.push_back(length);
        add_fitting(lengths, [this](int length) {
            return weighing(
                "where a tree that halves a number of threads which is no power of two loses what "
                "is left over",
                [length, in = reached(length)](int j) { return int{in[j % length]}; });
        });
    }

    // `Q[j] = Q[j + stride]`, or Q[blockDim.x - 1] stored: the block's last value is left. Where
    // that is a product, the last product alone is added to b.
    void add_last_values() {
        constexpr int fewest_steps = 3;  // several barriers, as a tree needs
        if (split_.block <= p_.m || split_.barriers < fewest_steps) return;
        all_.push_back({fmt::format("where nothing is added to b. So it is where the last of a "
                                    "block's {} values, which is 0 behind a row's {} products, "
                                    "takes the place of their sum: does each step of the tree add "
                                    "(+=), and is the first value the one that is stored?",
                                    split_.block, p_.m),
                        [this](std::size_t i) -> std::optional<double> { return p_.b[i]; }});
    }

    // Of four values it leaves every second one, as a tree without its last step does.
    void add_strides_by_four() {
        add_fitting(powers(8, split_.block + 1), [this](int length) {
            std::vector<std::vector<int>> holds(static_cast<std::size_t>(length));
            for (int z = 0; z < length; ++z) holds[z] = {z};
            for (int stride = length / 2; stride > 0; stride /= 4)
                for (int z = 0; z < stride; ++z)
                    holds[z].insert(holds[z].end(), holds[z + stride].begin(),
                                    holds[z + stride].end());
            std::vector<bool> in(static_cast<std::size_t>(length));
            for (const int z : holds[0]) in[z] = true;
            return weighing(
                "where the stride of a tree is a quarter of the one before, and not half of it",
                [length, in](int j) { return int{in[j % length]}; });
        });
    }

    // A stride that goes down by 1 includes a value once for each way to reach it.
    void add_slow_strides() {
        add_fitting(powers(4, split_.block + 1), [this](int length) {
            // From the last step back: what has gone into element z has come from z + stride, too.
            std::vector<double> ways(static_cast<std::size_t>(length));
            ways[0] = split_.block % length == 0;
            for (int stride = 1; stride <= length / 2; ++stride)
                for (int z = 0; z < stride; ++z) ways[z + stride] += ways[z];
            return weighing(
                "where the stride of a tree goes down by 1 from step to step, and is not halved",
                [length, ways](int j) { return ways[j % length]; });
        });
    }

    // A tree over the whole block that lacks its first step, as its barriers show, too.
    void add_first_half() {
        const auto block = static_cast<unsigned>(split_.block);
        const int half = split_.block / 2;
        if (!std::has_single_bit(block) || half >= p_.m || p_.m > split_.block ||
            split_.barriers != std::countr_zero(block) - 1)
            return;
        add(fmt::format("where only the first {0} of {1} columns are added. That is what is left "
                        "where the stride of a tree over {2} threads begins below {0}",
                        half, p_.m, split_.block),
            [half](int j) { return int{j < half}; });
    }

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

    // Within a warp, and over the sums of warps.
    void add_short_shuffles() {
        for (int step = 2; step < warp_size && split_.block >= 2 * warp_size; step *= 2)
            add(fmt::format("where only every {} lane of every {} warp is added: the last steps of "
                            "adding up are missing",
                            step == 2 ? "second" : fmt::format("{}th", step),
                            step == 2 ? "second" : fmt::format("{}th", step)),
                [step, block = split_.block](int j) {
                    const int thread = j % block;
                    return int{thread % warp_size % step == 0 && thread / warp_size % step == 0};
                });
    }

    // Each lane of the first warp takes the first of the warps' sums.
    void add_first_warps_sum() {
        const int warps = split_.block / warp_size;
        if (split_.block % warp_size == 0 && warps > 1)
            add("where the sum of the first warp is added once for each warp, and that of no other",
                [warps, block = split_.block](int j) { return j % block < warp_size ? warps : 0; });
    }

    // __shfl_up_sync returns its own value to lane 0.
    void add_doubled_first() {
        for (const int times : {warp_size, warp_size * warp_size})
            if (split_.block % warp_size == 0 && split_.block != times)
                add(fmt::format(
                        "where the first product alone is added, and {} times: a value is added to "
                        "itself in each step, as that of lane 0 is where shuffles go the wrong way",
                        times),
                    [times](int j) { return j == 0 ? times : 0; });
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
                            for (int j = 0; j < p_.m; ++j)
                                result += term(static_cast<std::size_t>(row), j);
                        return result;
                    }};
        });
    }

    // A row in parts, of which each takes the elements of the first: x[k] for x[first + k].
    void add_first_part(const char* array, bool of_A, bool of_x) {
        if (of_A && size("width") > 0) return;  // told of the blocks
        add_fitting(powers(32, p_.m), [=, this](int length) -> Mistake {
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
                                return weighted(i, [](int) { return 1; }) - p_.b[i] + p_.b[0];
                            }});
        for (int rows = 2; rows < p_.n && rows != split_.block; rows *= 2) {
            all_.push_back({fmt::format("where row i takes b[i % {}]: does the index of b lack the "
                                        "begin of the segment or block?",
                                        rows),
                            [=, this](std::size_t i) -> std::optional<double> {
                                return weighted(i, [](int) { return 1; }) - p_.b[i] +
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

std::vector<Mistake> mistakes_of_split_rows(const MatvecProblem& problem, const Judged& y,
                                            const Split& split) {
    return mistakes_in<SplitRows>(problem, y, split);
}

}  // namespace grader::suite::matvec
