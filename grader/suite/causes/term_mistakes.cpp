#include "suite/causes/term_mistakes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "suite/causes/mistake_table.hpp"

namespace grader::suite::matvec {

namespace {

using runner::Judged;
using runner::Layout;
using runner::MatvecProblem;

/// How often each lane's value is in the one that a lane has at the end.
using Lanes = std::array<int, warp_size>;

/// Steps of shuffles in which every lane adds the value of lane `from(lane, offset)`, or its own
/// one if there is no such lane.
struct Shuffles {
    int first_offset;
    int (*from)(int lane, int offset);

    Lanes in_lane(int lane_at_the_end) const {
        std::array<Lanes, warp_size> held{};
        for (int lane = 0; lane < warp_size; ++lane) held[lane][lane] = 1;
        for (int offset = first_offset; offset > 0; offset /= 2) {
            const auto before = held;
            for (int lane = 0; lane < warp_size; ++lane) {
                const int other = from(lane, offset);
                const Lanes& added = before[other < warp_size ? other : lane];
                for (int k = 0; k < warp_size; ++k) held[lane][k] += added[k];
            }
        }
        return held[lane_at_the_end];
    }
};

class Terms : MistakeTable {
  public:
    using MistakeTable::MistakeTable;

    std::vector<Mistake> all() {
        add_other_indices();
        add_rows_of_the_first_block();
        add_shuffles();
        add_tiles_of_the_row();
        add_late_begins();
        add_last_threads();
        add_all_threads();
        return std::move(all_);
    }

  private:
    struct Factor {
        const char* name;
        int value;
    };

    static std::string product(const char* variable, const Factor& factor) {
        return factor.value == 1 ? variable : fmt::format("{} * {}", variable, factor.name);
    }

    /// A[i * p + j * q] for all factors, but for those that are meant. If the two lengths are
    /// equal, so is what they give.
    void add_other_indices() {
        if (p_.layout == Layout::column_major_transposed || p_.n == p_.m) return;
        const bool by_columns = p_.layout == Layout::column_major;
        const Factor one{"", 1}, n{"n", p_.n}, m{"m", p_.m};
        const std::pair<Factor, Factor> all[] = {{one, n}, {one, m}, {n, one}, {m, one}};
        for (const auto& [of_row, of_column] : all) {
            const bool is_meant = by_columns ? of_row.value == 1 && of_column.value == p_.n
                                             : of_row.value == p_.m && of_column.value == 1;
            // Told as another layout.
            const bool is_other = by_columns ? of_row.value == p_.m && of_column.value == 1
                                             : of_row.value == 1 && of_column.value == p_.n;
            if (is_meant || is_other) continue;
            const std::string row = product("i", of_row), column = product("j", of_column);
            all_.push_back(
                {fmt::format("where element (i, j) of A is read at A[{}]: it lies at "
                             "A[{}]",
                             of_row.value == 1 ? column + " + " + row : row + " + " + column,
                             by_columns ? "j * n + i" : "i * m + j"),
                 [=, this, p = of_row.value, q = of_column.value](std::size_t i) {
                     return read_at(i, [=](std::size_t j) {
                         return i * static_cast<std::size_t>(p) + j * static_cast<std::size_t>(q);
                     });
                 }});
        }
    }

    template <class Place>
    std::optional<double> read_at(std::size_t i, Place place) const {
        double result = p_.b[i];
        for (int j = 0; j < p_.m; ++j) {
            const std::size_t at = place(static_cast<std::size_t>(j));
            if (at >= p_.A.size()) return std::nullopt;
            result += double{p_.A[at]} * p_.x[j];
        }
        return result;
    }

    // A[… + threadIdx.x] for A[… + i].
    void add_rows_of_the_first_block() {
        const auto block = static_cast<std::size_t>(split_.block);
        if (block < 2 || p_.n <= split_.block) return;
        all_.push_back({fmt::format("where every block reads the elements of A that belong to the "
                                    "first {} elements of y: the index of A lacks the begin of the "
                                    "block",
                                    block),
                        [=, this](std::size_t i) -> std::optional<double> {
                            return right(i % block) - p_.b[i % block] + p_.b[i];
                        }});
    }

    // In a warp, and over the sums of the block's warps.
    void add_shuffles() {
        if (!split_.shuffles || split_.block == 0 || split_.block % warp_size != 0) return;
        const auto add_row = [this](std::string words, const Shuffles& shuffles) {
            add(std::move(words), [in = shuffles.in_lane(0), block = split_.block](int j) {
                const int thread = j % block;
                return in[thread % warp_size] * in[thread / warp_size];
            });
        };
        add_row(
            "where each step adds the value of the lane whose number is the offset, as "
            "__shfl_sync has it, and not of the lane so many above, as __shfl_down_sync does",
            {warp_size / 2, [](int, int offset) { return offset; }});
        for (int first = warp_size / 4; first > 1; first /= 2)
            add_row(fmt::format("where only the first {0} lanes of the first {0} warps are added: "
                                "the offset of the shuffles begins at {1}, and not at 16",
                                2 * first, first),
                    {first, [](int lane, int offset) { return lane + offset; }});
        add_last_lanes();
    }

    // `if (lane == 31) partial[warp] = sum;`
    void add_last_lanes() {
        constexpr int last = warp_size - 1;
        const Shuffles down{warp_size / 2, [](int lane, int offset) { return lane + offset; }};
        const std::string leave = "lane 0 is where __shfl_down_sync leaves it";
        add(p_.m > last
                ? "where a warp's sum is taken from its last lane: " + leave
                : fmt::format("where nothing is added to b. So it is where a warp's sum is taken "
                              "from its last lane, which has no product in rows of {} columns: {}",
                              p_.m, leave),
            [in = down.in_lane(last), block = split_.block](int j) {
                return in[j % block % warp_size];
            });
    }

    // Tiles of sx columns and sy rows, where the column is found with the number of the tile along
    // the rows.
    void add_tiles_of_the_row() {
        const int width = size("sx"), height = size("sy");
        if (width == 0 || height == 0 || width >= p_.m || height >= p_.n) return;
        const int tiles = (p_.m + width - 1) / width;
        all_.push_back(
            {"where all blocks of a row take the same columns, those of the number that "
             "the block has along the rows: is the column found with the right one of "
             "blockIdx.x and blockIdx.y?",
             [=, this](std::size_t i) -> std::optional<double> {
                 const int tile = static_cast<int>(i) / height;
                 return weighted(i, [=](int j) { return j / width == tile ? tiles : 0; });
             }});
    }

    // Parts of a row take tiles of sx columns in turn, from the tile on that the number of the
    // block is, which counts the parts of the rows before, too. With as many parts as there are
    // tiles, only the first rows would have any: so they have where the others have no blocks.
    void add_late_begins() {
        const int width = size("sx"), height = size("sy");
        if (width == 0 || height == 0) return;
        add_fitting(all_below(1, (p_.m + width - 1) / width), [=, this](int parts) -> Mistake {
            return {fmt::format(
                        "where {} {} more of {} columns at the begin than those before: do "
                        "the parts of every row begin at its first tile?",
                        height == 1 ? "each row lacks" : fmt::format("each {} rows lack", height),
                        parts == 1 ? "1 tile" : fmt::format("{} tiles", parts), width),
                    [=, this](std::size_t i) -> std::optional<double> {
                        const int first = static_cast<int>(i) / height * parts;
                        return weighted(i, [=](int j) { return int{j / width >= first}; });
                    }};
        });
    }

    // `if (threadIdx.x == blockDim.x - 1)` behind a tree, which leaves that thread its own value.
    void add_last_threads() {
        const int width = size("sx");
        if (width < 2 || width > p_.m || split_.barriers == 0) return;
        add(fmt::format("where of each {} columns only the last is added, which is what the last "
                        "thread of a row of the block has: a tree leaves the sum with the first",
                        width),
            [width](int j) { return int{j % width == width - 1}; });
    }

    // `atomicAdd(&y[i], sum)` by all threads behind a tree. In it, what thread t begins with comes
    // to one more thread for each bit of t.
    void add_all_threads() {
        const auto width = static_cast<unsigned>(size("sx"));
        if (width < 2 || !std::has_single_bit(width) || split_.barriers == 0) return;
        add("where all threads of a row of the block add what the tree has left them: its sum is "
            "what the first one has, whose threadIdx.x is 0",
            [width](int j) { return std::popcount(static_cast<unsigned>(j) % width) + 1; });
    }
};

}  // namespace

std::vector<Mistake> mistakes_of_terms(const MatvecProblem& problem, const Judged& y,
                                       const Split& split) {
    return mistakes_in<Terms>(problem, y, split);
}

}  // namespace grader::suite::matvec
