// Rung 4: a tiled product of zeros and ones.
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>

#include "number_of.hpp"
#include "runner/inputs.hpp"
#include "suite/suspected.hpp"
#include "suite/work.hpp"
#include "suites/03-thread-organisation/checks.hpp"

namespace thread_organisation {

namespace {

struct StackOfZerosAndOnes {
    Stack stack;
    std::vector<int> A, x;

    StackOfZerosAndOnes(const Stack& stack, std::uint64_t seed)
        : stack(stack),
          A(runner::zeros_and_ones(static_cast<std::size_t>(stack.matrices) * stack.n * stack.m,
                                   seed, "A")),
          x(runner::zeros_and_ones(static_cast<std::size_t>(stack.matrices) * stack.m, seed, "x")) {
    }

    /// The sum for row `row` of matrix `of_A` and vector `of_x`, over the columns from `first` to
    /// `end`.
    double sum(std::size_t row, std::size_t of_A, std::size_t of_x, int first, int end) const {
        double result = 0;
        for (int j = first; j < end; ++j)
            result += double(A[(of_A * stack.n + row) * stack.m + j]) * x[of_x * stack.m + j];
        return result;
    }

    /// The same over all columns, if the elements of a matrix lie column by column.
    double sum_by_columns(std::size_t row, std::size_t k) const {
        double result = 0;
        for (int j = 0; j < stack.m; ++j)
            result += double(A[(k * stack.m + j) * stack.n + row]) * x[k * stack.m + j];
        return result;
    }

    /// The same over all columns, if matrix k is taken to begin at A[k * n].
    double sum_from_row(std::size_t row, std::size_t k) const {
        double result = 0;
        for (int j = 0; j < stack.m; ++j)
            result += double(A[k * stack.n + row * stack.m + j]) * x[k * stack.m + j];
        return result;
    }

    /// The same over all columns, if the vectors are taken to be `pitch` long.
    std::optional<double> sum_with_pitch(std::size_t row, std::size_t k, std::size_t pitch) const {
        const auto m = static_cast<std::size_t>(stack.m);
        if (k * pitch + m > x.size()) return std::nullopt;
        double result = 0;
        for (std::size_t j = 0; j < m; ++j)
            result += double(A[(k * stack.n + row) * m + j]) * x[k * pitch + j];
        return result;
    }
};

Problem product_problem(const Stack& stack, std::uint64_t seed) {
    const StackOfZerosAndOnes in(stack, seed);
    Problem problem("tiled_product");
    problem.size("matrices", stack.matrices).size("n", stack.n).size("m", stack.m);
    problem.input("A", in.A).input("x", in.x);
    const auto n = static_cast<std::size_t>(stack.n);
    problem
        .output<int>("y", {static_cast<std::size_t>(stack.matrices), n},
                     [=](std::size_t at) {
                         return runner::Expected{in.sum(at % n, at / n, at / n, 0, stack.m), 0};
                     })
        .is_added_to();
    return problem
        .words(fmt::format("{} of {} and {}",
                           words::number_of(stack.matrices, "matrix", "matrices"),
                           words::number_of(stack.n, "row"), words::number_of(stack.m, "column")))
        .by_hand(fmt::format("--matrices {} --rows {} --cols {} --seed {}", stack.matrices, stack.n,
                             stack.m, seed));
}

/// The blocks that the sheet asks for. Other blocks leave other values, which are not recognised.
void add_mistakes_with_blocks(std::vector<Mistake>& all,
                              const std::shared_ptr<const StackOfZerosAndOnes>& in) {
    constexpr int block_x = 4, block_y = 32, block_z = 2;
    const Stack& s = in->stack;
    const auto n = static_cast<std::size_t>(s.n);
    const auto blocks = [](int threads, int of_block) {
        return (threads + of_block - 1) / of_block;
    };
    const int tiles = blocks(s.m, tile);
    all.push_back(
        {"where the two threads of a block that differ in z alone take the same matrix: "
         "the number of the matrix lacks threadIdx.z",
         [=](std::size_t at) -> double {
             const auto k = static_cast<int>(at / n);
             if (k >= blocks(s.matrices, block_z)) return 0;
             return block_z * in->sum(at % n, at / n, at / n, 0, s.m);
         }});
    all.push_back(
        {"where the numbers of blocks along x and y are exchanged: x selects the tile, "
         "and y the row",
         [=](std::size_t at) -> double {
             const auto row = static_cast<int>(at % n);
             if (row >= blocks(tiles, block_x) * block_y) return 0;
             const int end = blocks(s.n, block_y) * block_x * tile;
             return in->sum(at % n, at / n, at / n, 0, std::min(s.m, end));
         }});
}

/// Which matrix or vector students use by mistake, and which columns of a tile.
std::vector<Mistake> product_mistakes(const Stack& stack, std::uint64_t seed) {
    const auto in = std::make_shared<const StackOfZerosAndOnes>(stack, seed);
    const auto n = static_cast<std::size_t>(stack.n);
    const int m = stack.m;
    std::vector<Mistake> all{
        {"with the first vector for all matrices: that of matrix k begins at x[k * m]",
         [=](std::size_t at) { return in->sum(at % n, at / n, 0, 0, m); }},
        {"where vector k is read from x[k * n] on: a vector has m elements, as many as a matrix "
         "has columns",
         [=](std::size_t at) { return in->sum_with_pitch(at % n, at / n, n); }},
        {"with the first matrix for all vectors: matrix k begins at A[k * n * m]",
         [=](std::size_t at) { return in->sum(at % n, 0, at / n, 0, m); }},
        {"where the elements of a matrix are taken to lie column by column, and they lie row by "
         "row",
         [=](std::size_t at) { return in->sum_by_columns(at % n, at / n); }},
        {"where matrix k is read from A[k * n] on: it begins at A[k * n * m], since a matrix has "
         "n * m elements",
         [=](std::size_t at) { return in->sum_from_row(at % n, at / n); }},
        {"where the sums of all matrices are added to the y of the first: that of matrix k begins "
         "at y[k * n]",
         [=](std::size_t at) {
             double result = 0;
             for (std::size_t k = 0; at < n && k < static_cast<std::size_t>(stack.matrices); ++k)
                 result += in->sum(at, k, k, 0, m);
             return result;
         }},
        {"where only the first tile of a row is added",
         [=](std::size_t at) { return in->sum(at % n, at / n, at / n, 0, std::min(m, tile)); }},
        {"where only the last tile of a row is added",
         [=](std::size_t at) { return in->sum(at % n, at / n, at / n, (m - 1) / tile * tile, m); }},
        {"without the last column of each row",
         [=](std::size_t at) { return in->sum(at % n, at / n, at / n, 0, m - 1); }},
    };
    // If the grid has more threads than there are tiles, they also take columns.
    const int tiles = (m + tile - 1) / tile;
    for (int threads = tiles; m > tile && threads < std::min(m, tiles + tile); ++threads)
        for (const int step : {1, tile - 1})
            all.push_back(
                {step == 1
                     ? fmt::format("where tile t begins at column t: its first column is t * {}",
                                   tile)
                     : fmt::format("where each tile begins {} columns behind the one before: its "
                                   "first column is t * {}",
                                   step, tile),
                 [=](std::size_t at) {
                     double result = 0;
                     for (int t = 0; t < threads && t * step < m; ++t)
                         result += in->sum(at % n, at / n, at / n, t * step,
                                           std::min(m, t * step + tile));
                     return result;
                 }});
    // `first = threadIdx.x * tile`, in blocks of so many threads along a row.
    for (int threads = 1; threads < tiles; threads *= 2)
        all.push_back({fmt::format("where every block adds the first {} of a row: the first column "
                                   "of a thread lacks the begin of the block",
                                   words::number_of(threads, "tile")),
                       [=](std::size_t at) {
                           const int blocks = (tiles + threads - 1) / threads;
                           return blocks *
                                  in->sum(at % n, at / n, at / n, 0, std::min(m, threads * tile));
                       }});
    add_mistakes_with_blocks(all, in);
    if (m % tile != 0)
        all.push_back({"without the columns that fill no whole tile", [=](std::size_t at) {
                           return in->sum(at % n, at / n, at / n, 0, m / tile * tile);
                       }});
    return all;
}

}  // namespace

const std::vector<Stack> stacks = {
    {1, 1, 1},    {1, 1, 40},  {2, 3, 5},    {1, 33, 32},  {3, 32, 33}, {5, 7, 97},  {2, 65, 64},
    {1, 300, 31}, {7, 1, 129}, {4, 50, 100}, {1, 5, 3000}, {70, 9, 30}, {1, 2000, 3}};

CheckedCall checked_product(const Stack& stack) {
    return checked(product_problem(stack, draw_seed()));
}

void check_product(const Stack& stack) {
    check([&](std::uint64_t seed) -> Suspected {
        return {product_problem(stack, seed), [=] { return product_mistakes(stack, seed); },
                static_cast<std::size_t>(stack.m)};
    });
}

const Answer& counts_of_product(const Stack& stack) {
    return counts_of(fmt::format("tiled_product {} {} {}", stack.matrices, stack.n, stack.m),
                     [&] { return checked_product(stack); });
}

std::array<Stack, 2> drawn_stacks() {
    const int rows = draw_work_size(200, "stack rows"), m = draw_work_size(1920, "stack m");
    const int matrices = draw_size(4, "stack matrices"), others = matrices == 5 ? 3 : matrices + 1;
    return {Stack{matrices, rows / matrices, m}, Stack{others, rows / others, m}};
}

}  // namespace thread_organisation
