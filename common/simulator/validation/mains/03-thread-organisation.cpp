// Adapts lab 03's functions to harness.hpp: n rows and m columns determine the size of the grid,
// and results go to scratch memory with as many words as necessary. The words' contents do not
// matter for counting requests or measuring times, so floats replace ints.
#include "lab.hpp"
#include "runner/matvec.hpp"

namespace {

constexpr Extent list_block{32, 4, 2};
constexpr Extent fill_block{32, 8, 1};

// Blocks of 32 columns, 4 rows and 2 layers, so that each element of two matrices has a thread.
Extent list_grid(int n, int m) {
    return {(m + list_block.x - 1) / list_block.x, (n + list_block.y - 1) / list_block.y, 1};
}

std::size_t list_words(int n, int m) {
    const Extent grid = list_grid(n, m);
    return std::size_t{6} * grid.x * grid.y * list_block.x * list_block.y * list_block.z;
}

int* ints(float* words) {
    return reinterpret_cast<int*>(words);
}

const int* ints(const float* words) {
    return reinterpret_cast<const int*>(words);
}

}  // namespace

int main(int argc, char** argv) {
    using runner::Matvec, runner::MatvecCall;
    runner::Program program{"03-thread-organisation", "for the validation"};
    Matvec list{"list_threads", [](const MatvecCall& c) {
                    list_threads(list_grid(c.n, c.m), list_block, ints(c.scratch("list")));
                }};
    list.scratch("list", list_words);
    Matvec fill{"matrix_fill", [](const MatvecCall& c) {
                    matrix_fill(c.n, c.m, fill_block, ints(c.scratch("x")));
                }};
    fill.scratch("x", [](int n, int m) { return std::size_t(n) * m; });
    Matvec product{"tiled_product", [](const MatvecCall& c) {
                       tiled_product(1, c.n, c.m, ints(c.y), ints(c.A), ints(c.x));
                   }};
    runner::declare(program, {list, fill, product});
    return program.run(argc, argv);
}
