// Adapts lab 10's functions to harness.hpp: C has n rows and m columns, and a sum has 96 terms, so
// that a simulation takes seconds. All arrays are scratch memory.
#include "lab.hpp"
#include "runner/matvec.hpp"

namespace {

constexpr int terms = 96;
constexpr int tile = 16;

using Product = void (*)(int m, int n, int k, float* C, const float* A, const float* B);

runner::Matvec product(const char* name, Product multiply) {
    runner::Matvec function{name, [multiply](const runner::MatvecCall& c) {
                                multiply(c.n, c.m, terms, c.scratch("C"), c.scratch("A"),
                                         c.scratch("B"));
                            }};
    function.scratch("C", [](int n, int m) { return std::size_t(n) * m; })
        .scratch("A", [](int n, int) { return std::size_t(n) * terms; })
        .scratch("B", [](int, int m) { return std::size_t{terms} * m; });
    return function;
}

void multiply_in_tiles(int m, int n, int k, float* C, const float* A, const float* B) {
    multiply_tiled(m, n, k, tile, C, A, B);
}

}  // namespace

int main(int argc, char** argv) {
    runner::Program program{"10-tiled-matmul", "for the validation"};
    runner::declare(program,
                    {product("multiply_tiled", multiply_in_tiles), product("textbook", textbook),
                     product("strips", strips), product("multiply_registers", multiply_registers),
                     product("multiply_vectors", multiply_vectors)});
    return program.run(argc, argv);
}
