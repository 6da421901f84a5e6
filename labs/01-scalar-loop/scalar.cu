// Lab 01: y = A x + b on one core of the CPU, in two loop orders and two layouts of A.
// The interface is in lab.hpp, the task in README.md. No kernel yet: this is plain C++.
#include "lab.hpp"

// Row-major: element (i, j) of A is A[i * m + j], so the elements of a row are neighbours.

void gather_row_major(int n, int m, float* y, const float* A, const float* x, const float* b) {
    // TODO: for each row i, sum b[i] and the row's products, then store y[i] once (about 5 lines)
}

void scatter_row_major(int n, int m, float* y, const float* A, const float* x, const float* b) {
    // TODO: set y to b, then for each input x[j] add its share to every y[i] (about 5 lines)
}

// Column-major: element (i, j) of A is A[j * n + i], so the elements of a column are neighbours.

void gather_column_major(int n, int m, float* y, const float* A, const float* x, const float* b) {
    // TODO: the gather again, with the index of the column-major layout (about 5 lines)
}

void scatter_column_major(int n, int m, float* y, const float* A, const float* x, const float* b) {
    // TODO: the scatter again, with the index of the column-major layout (about 5 lines)
}
