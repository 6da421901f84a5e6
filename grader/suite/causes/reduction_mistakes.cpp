#include "suite/causes/reduction_mistakes.hpp"

#include <fmt/format.h>

#include <bit>

#include "suite/causes/mistake_table.hpp"

namespace grader::suite::matvec {

namespace {

using runner::Judged;
using runner::MatvecProblem;

class Reductions : MistakeTable {
  public:
    using MistakeTable::MistakeTable;

    std::vector<Mistake> all() {
        add_last_values();
        add_lossy_trees();
        add_strides_by_four();
        if (split_.barriers > 2) add_slow_strides();
        add_first_half();
        add_short_shuffles();
        add_first_warps_sum();
        add_doubled_first();
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
};

}  // namespace

std::vector<Mistake> mistakes_of_reductions(const MatvecProblem& problem, const Judged& y,
                                            const Split& split) {
    return mistakes_in<Reductions>(problem, y, split);
}

}  // namespace grader::suite::matvec
