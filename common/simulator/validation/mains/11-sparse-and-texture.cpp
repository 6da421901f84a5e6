// Adapts lab 11's sparse products to harness.hpp: rows of very different lengths, the longest with
// half of all columns. The dense products are left out: they destroy their texture object before
// they return, so a graph of their calls would read through objects that are gone.
#include <algorithm>
#include <cstdint>
#include <vector>

#include "harness.hpp"
#include "lab.hpp"

namespace {

int length_of(int row, int m) {
    return row % 32 == 0 ? m / 2 : row * 37 % std::max(m / 8, 1);
}

int nonzeros_of(int n, int m) {
    int nonzeros = 0;
    for (int row = 0; row < n; ++row) nonzeros += length_of(row, m);
    return nonzeros;
}

int* ints(float* words) {
    return reinterpret_cast<int*>(words);
}

void copy(float* to, const std::vector<int>& from) {
    check(cudaMemcpy(to, from.data(), from.size() * sizeof(int), cudaMemcpyHostToDevice));
}

void fill_indices(const runner::MatvecCall& c) {
    std::vector<int> row_start{0}, columns;
    for (int row = 0; row < c.n; ++row) {
        for (int i = 0; i < length_of(row, c.m); ++i) columns.push_back((row * 31 + i * 17) % c.m);
        row_start.push_back(static_cast<int>(columns.size()));
    }
    copy(c.scratch("row_start"), row_start);
    copy(c.scratch("columns"), columns);
}

runner::Matvec sparse(const char* name, auto multiply) {
    runner::Matvec function{name, [multiply](const runner::MatvecCall& c) {
                                multiply(c, ints(c.scratch("row_start")),
                                         ints(c.scratch("columns")), c.scratch("values"));
                            }};
    const auto nonzeros = [](int n, int m) { return std::size_t(nonzeros_of(n, m)); };
    function.scratch("row_start", [](int n, int) { return std::size_t(n) + 1; })
        .scratch("columns", nonzeros)
        .scratch("values", nonzeros);
    harness.preparations[name] = fill_indices;
    return function;
}

}  // namespace

int main(int argc, char** argv) {
    using Call = const runner::MatvecCall&;
    runner::Program program{"11-sparse-and-texture", "for the validation"};
    runner::declare(
        program, {sparse("csr_thread_a_row",
                         [](Call c, const int* row_start, const int* columns, const float* values) {
                             csr_thread_a_row(c.n, c.y, row_start, columns, values, c.x, c.b);
                         }),
                  sparse("csr_warp_a_row",
                         [](Call c, const int* row_start, const int* columns, const float* values) {
                             csr_warp_a_row(c.n, c.y, row_start, columns, values, c.x, c.b);
                         }),
                  sparse("csr_merge_path",
                         [](Call c, const int* row_start, const int* columns, const float* values) {
                             csr_merge_path(c.n, nonzeros_of(c.n, c.m), c.y, row_start, columns,
                                            values, c.x, c.b);
                         })});
    return program.run(argc, argv);
}
