#include "lab.hpp"

namespace {

// Tiles of a few rows and columns: what a tile touches stays in the cache until it is done.
constexpr int tile_rows = 48, tile_cols = 96;

int smaller(int a, int b) {
    return a < b ? a : b;
}

template <class At>
void by_tiles(int n, int m, float* y, const float* A, const float* x, const float* b, At at) {
    for (int i = 0; i < n; i++) y[i] = b[i];
    for (int top = 0; top < n; top += tile_rows) {
        for (int left = 0; left < m; left += tile_cols) {
            for (int i = top; i < smaller(top + tile_rows, n); i++) {
                for (int j = left; j < smaller(left + tile_cols, m); j++)
                    y[i] += A[at(i, j)] * x[j];
            }
        }
    }
}

}  // namespace

void gather_row_major(int n, int m, float* y, const float* A, const float* x, const float* b) {
    by_tiles(n, m, y, A, x, b, [=](int i, int j) { return i * m + j; });
}

void scatter_row_major(int n, int m, float* y, const float* A, const float* x, const float* b) {
    by_tiles(n, m, y, A, x, b, [=](int i, int j) { return i * m + j; });
}

void gather_column_major(int n, int m, float* y, const float* A, const float* x, const float* b) {
    by_tiles(n, m, y, A, x, b, [=](int i, int j) { return j * n + i; });
}

void scatter_column_major(int n, int m, float* y, const float* A, const float* x, const float* b) {
    by_tiles(n, m, y, A, x, b, [=](int i, int j) { return j * n + i; });
}
