// Common mistakes on the merge path, by the values that they leave: a thread takes 7 steps, a block
// 128 times as many.
#include <algorithm>
#include <functional>
#include <memory>
#include <utility>
#include <vector>

#include "suites/11-sparse-and-texture/checks.hpp"

namespace sparse_and_texture {

namespace {

constexpr int steps_of_thread = 7, steps_of_block = 128 * steps_of_thread;

enum class Omission {
    reset,
    carry,
    end_of_path,
    rows_of_path,
    begin_of_tile,
    begin_of_columns,
    first_lanes,
    other_rows
};

/// y if all threads walk their steps of the path, and leave out one thing.
class Path {
  public:
    Path(const Csr& A, const Vectors& in, Omission omission)
        : A_(A), in_(in), omission_(omission), y_(in.b.begin(), in.b.end()) {}

    std::vector<double> walked() {
        const int steps = A_.rows + A_.nonzeros();
        const auto end_of_blocks = [steps](int taken) {
            return std::min(steps, (taken + steps_of_block - 1) / steps_of_block * steps_of_block);
        };
        const int end = omission_ == Omission::end_of_path    ? end_of_blocks(A_.rows)
                        : omission_ == Omission::rows_of_path ? end_of_blocks(A_.nonzeros())
                                                              : steps;
        for (int step = 0; step < end; ++step) {
            if (step % steps_of_block == 0) first_of_tile_ = nonzero_;
            if (step > 0 && step % steps_of_thread == 0) end_thread();
            take_step();
        }
        end_thread();
        if (!carries_.empty()) end_warp();
        return std::move(y_);
    }

  private:
    static constexpr std::size_t lanes_of_warp = 32;
    struct Carry {
        int row;
        double sum;
    };

    void take_step() {
        if (row_ == A_.rows || nonzero_ < A_.row_start[row_ + 1]) {
            const int in_tile = nonzero_ - first_of_tile_;
            const bool of_both = omission_ == Omission::begin_of_tile;
            const bool of_columns = of_both || omission_ == Omission::begin_of_columns;
            sum_ += double{A_.value[of_both ? in_tile : nonzero_]} *
                    in_.x[A_.column[of_columns ? in_tile : nonzero_]];
            ++nonzero_;
            return;
        }
        y_[row_++] += sum_;
        if (omission_ != Omission::reset) sum_ = 0;
    }

    /// What is left belongs to the row that goes on.
    void end_thread() {
        if (omission_ == Omission::first_lanes || omission_ == Omission::other_rows) {
            carries_.push_back({row_, sum_});
            if (carries_.size() == lanes_of_warp) end_warp();
        } else if (row_ < A_.rows && omission_ != Omission::carry) {
            y_[row_] += sum_;
        }
        sum_ = 0;
    }

    /// Adds up the lanes of each row. Either a lane below `distance` takes what the shuffle gives
    /// it, its own sum, for that of another lane, or the rows of the lanes are not compared.
    void end_warp() {
        for (std::size_t distance = 1; distance < lanes_of_warp; distance *= 2)
            for (std::size_t lane = carries_.size(); lane-- > 0;) {
                const Carry from = carries_[lane < distance ? lane : lane - distance];
                const bool is_added = omission_ == Omission::other_rows
                                          ? lane >= distance
                                          : from.row == carries_[lane].row;
                if (is_added) carries_[lane].sum += from.sum;
            }
        for (std::size_t lane = 0; lane < carries_.size(); ++lane) {
            const auto [row, sum] = carries_[lane];
            const bool is_last = lane + 1 == carries_.size() || carries_[lane + 1].row != row;
            if (is_last && row < A_.rows) y_[row] += sum;
        }
        carries_.clear();
    }

    const Csr& A_;
    const Vectors& in_;
    const Omission omission_;
    std::vector<double> y_;
    int row_ = 0, nonzero_ = 0, first_of_tile_ = 0;
    double sum_ = 0;
    std::vector<Carry> carries_;  // of the warp's threads so far
};

}  // namespace

void add_mistakes_on_the_path(std::vector<Mistake>& all, const Shared<Csr>& A,
                              const Shared<Vectors>& in) {
    const auto add = [&](std::string words, Omission omission) {
        const auto y =
            std::make_shared<const std::vector<double>>(Path(*A, *in, omission).walked());
        all.push_back({std::move(words), [y](std::size_t i) { return (*y)[i]; }});
    };
    add("where a thread does not set its sum to 0 when a row ends", Omission::reset);
    add("without the parts of rows that go on behind a thread's steps", Omission::carry);
    // Where both grids have as many blocks, only that they are too few is known.
    const auto blocks_for = [](int steps) { return (steps + steps_of_block - 1) / steps_of_block; };
    if (blocks_for(A->rows) == blocks_for(A->nonzeros())) {
        add("where the launch has as many blocks as n steps take, or as the nonzeros: the path has "
            "n + nonzeros steps",
            Omission::end_of_path);
    } else {
        add("where the path ends behind as many steps as the blocks of n rows take: it has n + "
            "nonzeros steps",
            Omission::end_of_path);
        add("where the path ends behind as many steps as the blocks of the nonzeros take: it has "
            "n + nonzeros steps",
            Omission::rows_of_path);
    }
    add("where the products of each tile are those of the first nonzeros: the index lacks the "
        "begin of the tile",
        Omission::begin_of_tile);
    add("where each tile has the columns of the first nonzeros, and the values of its own: the "
        "index of columns lacks the begin of the tile",
        Omission::begin_of_columns);
    add("where the first lanes of a warp add their own sums once more: below `distance`, a shuffle "
        "up gives a lane its own value, which is not to be added",
        Omission::first_lanes);
    add("where a row also gets what the lanes before have of other rows: a lane adds what comes "
        "from a lane with the same row only",
        Omission::other_rows);
}

}  // namespace sparse_and_texture
