// Lab 01: y = A x + b on one core of the CPU, in two loop orders and two layouts of A.
// The interface is in lab.hpp, the task in README.md. No kernel yet: this is plain C++.
#include "lab.hpp"

#include <cstddef>

using std::size_t;

template <class Index>
static void gather(size_t n, size_t m, float* y, const float* A, const float* x, const float* b,
                   Index index) {
    for (size_t i = 0; i != n; ++i) {
        float sum = 0;
        for (size_t j = 0; j != m; ++j) sum += A[index(i, j)] * x[j];
        y[i] = sum + b[i];
    }
}

// The first column is added to b; the others to y.
template <class Index>
static void scatter(size_t n, size_t m, float* y, const float* A, const float* x, const float* b,
                    Index index) {
    const float* from = b;
    for (size_t j = 0; j != m; ++j, from = y)
        for (size_t i = 0; i != n; ++i) y[i] = from[i] + A[index(i, j)] * x[j];
}

// Row-major: element (i, j) of A is A[i * m + j], so the elements of a row are neighbours.

void gather_row_major(int n, int m, float* y, const float* A, const float* x, const float* b) {
    gather(n, m, y, A, x, b, [=](size_t i, size_t j) { return i * m + j; });
}

void scatter_row_major(int n, int m, float* y, const float* A, const float* x, const float* b) {
    scatter(n, m, y, A, x, b, [=](size_t i, size_t j) { return i * m + j; });
}

// Column-major: element (i, j) of A is A[j * n + i], so the elements of a column are neighbours.

void gather_column_major(int n, int m, float* y, const float* A, const float* x, const float* b) {
    gather(n, m, y, A, x, b, [=](size_t i, size_t j) { return j * n + i; });
}

void scatter_column_major(int n, int m, float* y, const float* A, const float* x, const float* b) {
    scatter(n, m, y, A, x, b, [=](size_t i, size_t j) { return j * n + i; });
}
