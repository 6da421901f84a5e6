#include "suite/causes/block_mistakes.hpp"

#include <fmt/format.h>

#include "number_of.hpp"
#include "suite/causes/mistake_table.hpp"

namespace grader::suite::matvec {

namespace {

using runner::Judged;
using runner::MatvecProblem;

constexpr int most_taken = 1024;  // elements of y, by a block

class Blocks : MistakeTable {
  public:
    using MistakeTable::MistakeTable;

    std::vector<Mistake> all() {
        add_rows_of_the_first_block();
        add_b_of_the_first_block();
        add_small_blocks();
        add_rows_without_blocks();
        add_first_threads();
        add_overlapping_blocks();
        return std::move(all_);
    }

  private:
    // y[threadIdx.x] for y[blockIdx * blockDim + threadIdx.x].
    void add_rows_of_the_first_block() {
        if (split_.block < 2 || p_.n <= split_.block) return;
        all_.push_back(
            {fmt::format("where the products of all rows are added to the first {} elements, as "
                         "many as a block has threads: the index lacks the begin of the block",
                         split_.block),
             [this](std::size_t i) -> std::optional<double> {
                 double result = p_.b[i];
                 const auto block = static_cast<std::size_t>(split_.block);
                 for (std::size_t row = i; i < block && row < static_cast<std::size_t>(p_.n);
                      row += block)
                     result += sum(static_cast<int>(row), 0, p_.m);
                 return result;
             }});
    }

    // b[threadIdx.x] for b[blockIdx.x * blockDim.x + threadIdx.x].
    void add_b_of_the_first_block() {
        if (split_.block < 2 || p_.n <= split_.block) return;
        all_.push_back({fmt::format("where every block takes the first {} elements of b, as many "
                                    "as it has threads: the index lacks the begin of the block",
                                    split_.block),
                        [this](std::size_t i) -> std::optional<double> {
                            const auto block = static_cast<std::size_t>(split_.block);
                            return right(i) - p_.b[i] + p_.b[i % block];
                        }});
    }

    // y begins as b, and `if (t == 0)` stands before the addition.
    void add_first_threads() {
        const int rows = size("sy");  // of a block of rows of threads
        const auto block = static_cast<std::size_t>(rows > 0 ? rows : split_.block);
        if (block < 2 || p_.n < 2 || y_.first_wrong() != 1) return;
        all_.push_back(
            {fmt::format("where {} alone is added to, and the other elements of y stay b: does "
                         "one thread of the block alone come to the addition?",
                         static_cast<std::size_t>(p_.n) <= block
                             ? "the first element"
                             : fmt::format("the first of every {} elements", block)),
             [=, this](std::size_t i) -> std::optional<double> {
                 return i % block == 0 ? right(i) : double{p_.b[i]};
             }});
    }

    // A grid of one length, `dim3 grid(divide_up(n, sx))`, where y begins as b.
    void add_rows_without_blocks() {
        const int width = size("sx"), height = size("sy");
        const int first = split_.blocks_along_y * height;
        if (!split_.adds_to_y || first == 0 || width == 0 || first >= p_.n) return;
        const bool are_exchanged = split_.blocks_along_x == (p_.n + height - 1) / height &&
                                   split_.blocks_along_y == (p_.m + width - 1) / width;
        all_.push_back(
            {fmt::format("where products are added to the first {}of {} elements of y alone. The "
                         "grid has no blocks for the others: {} along y, of {} each{}",
                         first == 1 ? "" : fmt::format("{} ", first), p_.n,
                         words::number_of(split_.blocks_along_y, "block"),
                         words::number_of(height, "row"),
                         are_exchanged ? ", as many as tiles of a row. So the numbers of blocks "
                                         "along x and y are exchanged"
                                       : ""),
             [=, this](std::size_t i) -> std::optional<double> {
                 const bool has_block = static_cast<int>(i) < first;
                 return has_block ? right(i) : double{p_.b[i]};
             }});
    }

    // `blockIdx.y * tile + t` for `blockIdx.y * blockDim.x + t`: the first wrong element is the
    // first one of the second block.
    void add_overlapping_blocks() {
        const int block = split_.block, blocks = block < 2 ? 0 : (p_.n + block - 1) / block;
        const int apart = static_cast<int>(y_.first_wrong());
        if (blocks < 2 || apart == 0 || apart >= block) return;
        all_.push_back(
            {fmt::format("where a block takes {} elements of y, and the next one begins only {} "
                         "further, so blocks overlap: what several of them have is added by each",
                         block, apart),
             [=, this](std::size_t i) -> std::optional<double> {
                 const int element = static_cast<int>(i);
                 int times = 0;
                 for (int k = 0; k < blocks; ++k)
                     times += k * apart <= element && element < k * apart + block;
                 return weighted(i, [times](int) { return times; });
             }});
    }

    // y begins as b, and blocks add to it that have fewer threads than they take elements.
    void add_small_blocks() {
        const int block = split_.block;
        if (block < 2 || block >= p_.n || y_.first_wrong() != static_cast<std::size_t>(block))
            return;
        std::vector<int> numbers{p_.n};  // the least that any larger number would look like, too
        for (const int taken : powers(4, most_taken)) numbers.push_back(taken);
        for (const int taken : numbers) {
            if (taken <= block || taken > p_.n) continue;
            Mistake small{
                taken == p_.n
                    ? fmt::format(
                          "where blocks add to no more than the first {0} of {1} elements of "
                          "y: the launch has blocks of {0} threads; is there a block for "
                          "the others, and has each as many threads as it takes elements?",
                          block, taken)
                    : fmt::format("where blocks add to no more than the first {0} of every {1} "
                                  "elements of y: the launch has blocks of {0} threads, and is "
                                  "that as many as a block takes elements of y?",
                                  block, taken),
                [=, this](std::size_t i) -> std::optional<double> {
                    const bool is_added_to = static_cast<int>(i) % taken < block;
                    return is_added_to ? right(i) : double{p_.b[i]};
                }};
            bool gives_all = true;
            for (std::size_t i = 0; i < y_.count() && gives_all; ++i)
                gives_all = leaves(small, y_, i);
            if (!gives_all) continue;
            all_.push_back(std::move(small));
            return;
        }
    }
};

}  // namespace

std::vector<Mistake> mistakes_of_blocks(const MatvecProblem& problem, const Judged& y,
                                        const Split& split) {
    return mistakes_in<Blocks>(problem, y, split);
}

}  // namespace grader::suite::matvec
