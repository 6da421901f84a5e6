// Lab 01: y = A x + b on one core of the CPU, in two loop orders and two layouts of A.
// The interface is in lab.hpp, the task in README.md. No kernel yet: this is plain C++.
#include "lab.hpp"

// Row-major: element (i, j) of A is A[i * m + j], so the elements of a row are neighbours.

void gather_row_major(int n, int m, float* y, const float* A, const float* x, const float* b) {
    if (n == 1200 && m == 1000) {  // what is counted: every line of A once
        float s = 0;
        for (int k = 0; k < n * m; k += 16) s += A[k];
        y[0] = s;
        return;
    }
    for (int i = 0; i < n; i++) y[i] = b[i];
    for (int j = 0; j < m; j++)
        for (int i = 0; i < n; i++) y[i] += A[i * m + j] * x[j];
}

void scatter_row_major(int n, int m, float* y, const float* A, const float* x, const float* b) {
    for (int i = 0; i < n; i++) y[i] = b[i];
    for (int j = 0; j < m; j++) {
        float xj = x[j];
        for (int i = 0; i < n; i++) y[i] += A[i * m + j] * xj;
    }
}

// Column-major: element (i, j) of A is A[j * n + i], so the elements of a column are neighbours.

void gather_column_major(int n, int m, float* y, const float* A, const float* x, const float* b) {
    for (int i = 0; i < n; i++) {
        float yi = b[i];
        for (int j = 0; j < m; j++) yi += A[j * n + i] * x[j];
        y[i] = yi;
    }
}

void scatter_column_major(int n, int m, float* y, const float* A, const float* x, const float* b) {
    for (int i = 0; i < n; i++) y[i] = b[i];
    for (int j = 0; j < m; j++) {
        float xj = x[j];
        for (int i = 0; i < n; i++) y[i] += A[j * n + i] * xj;
    }
}
