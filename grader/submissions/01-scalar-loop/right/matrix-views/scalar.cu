// Lab 01: y = A x + b on one core of the CPU, in two loop orders and two layouts of A.
// The interface is in lab.hpp, the task in README.md. No kernel yet: this is plain C++.
#include "lab.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <ranges>

// Elements of a row or a column, which lie `stride` apart.
struct Line {
    const float* first;
    std::ptrdiff_t stride;
    float operator[](std::ptrdiff_t k) const { return first[k * stride]; }
};

static float dot(Line line, const float* x, int count, float start) {
    float sum = start;
    for (int k : std::views::iota(0, count)) sum = std::fma(line[k], x[k], sum);
    return sum;
}

static void add_multiple(float* y, Line line, float factor, int count) {
    for (int k : std::views::iota(0, count)) y[k] = std::fma(line[k], factor, y[k]);
}

// Row-major: element (i, j) of A is A[i * m + j], so the elements of a row are neighbours.

void gather_row_major(int n, int m, float* y, const float* A, const float* x, const float* b) {
    for (int i : std::views::iota(0, n)) y[i] = dot({A + std::ptrdiff_t(i) * m, 1}, x, m, b[i]);
}

void scatter_row_major(int n, int m, float* y, const float* A, const float* x, const float* b) {
    std::copy_n(b, n, y);
    for (int j : std::views::iota(0, m)) add_multiple(y, {A + j, m}, x[j], n);
}

// Column-major: element (i, j) of A is A[j * n + i], so the elements of a column are neighbours.

void gather_column_major(int n, int m, float* y, const float* A, const float* x, const float* b) {
    for (int i : std::views::iota(0, n)) y[i] = dot({A + i, n}, x, m, b[i]);
}

void scatter_column_major(int n, int m, float* y, const float* A, const float* x, const float* b) {
    std::copy_n(b, n, y);
    for (int j : std::views::iota(0, m)) add_multiple(y, {A + std::ptrdiff_t(j) * n, 1}, x[j], n);
}
