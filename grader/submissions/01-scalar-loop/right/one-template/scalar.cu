#include "lab.hpp"

namespace {

struct RowMajor {
    int n, m;
    int operator()(int i, int j) const { return i * m + j; }
};

struct ColumnMajor {
    int n, m;
    int operator()(int i, int j) const { return j * n + i; }
};

template <class Index>
void gather(Index at, float* y, const float* A, const float* x, const float* b) {
    for (int i = 0; i < at.n; ++i) {
        y[i] = b[i];
        for (int j = 0; j < at.m; ++j) y[i] += A[at(i, j)] * x[j];
    }
}

template <class Index>
void scatter(Index at, float* y, const float* A, const float* x, const float* b) {
    for (int i = 0; i < at.n; ++i) y[i] = A[at(i, 0)] * x[0] + b[i];
    for (int j = 1; j < at.m; ++j) {
        for (int i = 0; i < at.n; ++i) y[i] += A[at(i, j)] * x[j];
    }
}

}  // namespace

void gather_row_major(int n, int m, float* y, const float* A, const float* x, const float* b) {
    gather(RowMajor{n, m}, y, A, x, b);
}

void scatter_row_major(int n, int m, float* y, const float* A, const float* x, const float* b) {
    scatter(RowMajor{n, m}, y, A, x, b);
}

void gather_column_major(int n, int m, float* y, const float* A, const float* x, const float* b) {
    gather(ColumnMajor{n, m}, y, A, x, b);
}

void scatter_column_major(int n, int m, float* y, const float* A, const float* x, const float* b) {
    scatter(ColumnMajor{n, m}, y, A, x, b);
}
