// Lab 01: y = A x + b on one core of the CPU, in two loop orders and two layouts of A.
// The interface is in lab.hpp, the task in README.md. No kernel yet: this is plain C++.
#include "lab.hpp"

// Row-major: element (i, j) of A is A[i * m + j], so the elements of a row are neighbours.

void gather_row_major(int n, int m, float* y, const float* A, const float* x, const float* b) {
    for (int i = n - 1; i >= 0; i--) {
        float yi = b[i];
        const float* row = &A[static_cast<long>(i) * m];
        for (int j = m - 1; j >= 0; j--) yi += row[j] * x[j];
        y[i] = yi;
    }
}

void scatter_row_major(int n, int m, float* y, const float* A, const float* x, const float* b) {
    for (int i = n; i-- > 0;) y[i] = b[i];
    for (int j = m; j-- > 0;) {
        const float* a = A + j;
        for (int i = 0; i < n; i++, a += m) y[i] += *a * x[j];
    }
}

// Column-major: element (i, j) of A is A[j * n + i], so the elements of a column are neighbours.

void gather_column_major(int n, int m, float* y, const float* A, const float* x, const float* b) {
    for (int i = n; i-- > 0;) {
        double yi = b[i];
        const float* a = A + i;
        for (int j = 0; j < m; j++, a += n) yi += static_cast<double>(*a) * x[j];
        y[i] = static_cast<float>(yi);
    }
}

void scatter_column_major(int n, int m, float* y, const float* A, const float* x, const float* b) {
    for (int i = n; i-- > 0;) y[i] = b[i];
    for (int j = m - 1; j >= 0; j--) {
        const float xj = x[j], *column = A + static_cast<long>(j) * n;
        for (int i = n - 1; i >= 0; i--) y[i] += column[i] * xj;
    }
}
