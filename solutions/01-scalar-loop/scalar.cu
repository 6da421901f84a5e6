// Lab 01: y = A x + b on one core of the CPU, in two loop orders and two layouts of A.
// The interface is in lab.hpp, the task in README.md. No kernel yet: this is plain C++.
#include "lab.hpp"

// Row-major: element (i, j) of A is A[i * m + j], so the elements of a row are neighbours.

void gather_row_major(int n, int m, float* y, const float* A, const float* x, const float* b) {
    // BEGIN SOLUTION: for each row i, sum b[i] and the row's products, then store y[i] once
    for (int i = 0; i < n; i++) {
        float yi = b[i];
        for (int j = 0; j < m; j++) yi += A[i * m + j] * x[j];
        y[i] = yi;
    }
    // END SOLUTION
}

void scatter_row_major(int n, int m, float* y, const float* A, const float* x, const float* b) {
    // BEGIN SOLUTION: set y to b, then for each input x[j] add its share to every y[i]
    for (int i = 0; i < n; i++) y[i] = b[i];
    for (int j = 0; j < m; j++) {
        float xj = x[j];
        for (int i = 0; i < n; i++) y[i] += A[i * m + j] * xj;
    }
    // END SOLUTION
}

// Column-major: element (i, j) of A is A[j * n + i], so the elements of a column are neighbours.

void gather_column_major(int n, int m, float* y, const float* A, const float* x, const float* b) {
    // BEGIN SOLUTION: the gather again, with the index of the column-major layout
    for (int i = 0; i < n; i++) {
        float yi = b[i];
        for (int j = 0; j < m; j++) yi += A[j * n + i] * x[j];
        y[i] = yi;
    }
    // END SOLUTION
}

void scatter_column_major(int n, int m, float* y, const float* A, const float* x, const float* b) {
    // BEGIN SOLUTION: the scatter again, with the index of the column-major layout
    for (int i = 0; i < n; i++) y[i] = b[i];
    for (int j = 0; j < m; j++) {
        float xj = x[j];
        for (int i = 0; i < n; i++) y[i] += A[j * n + i] * xj;
    }
    // END SOLUTION
}
