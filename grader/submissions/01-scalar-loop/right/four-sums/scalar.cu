#include "lab.hpp"

void gather_row_major(int n, int m, float* y, const float* A, const float* x, const float* b) {
    for (int i = 0; i < n; ++i) {
        const float* row = A + i * m;
        float sums[4] = {b[i], 0, 0, 0};
        for (int j = 0; j < m; ++j) sums[j % 4] += row[j] * x[j];
        y[i] = (sums[0] + sums[1]) + (sums[2] + sums[3]);
    }
}

void scatter_row_major(int n, int m, float* y, const float* A, const float* x, const float* b) {
    for (int i = 0; i < n; i++) y[i] = b[i];
    for (int j = 0; j < m; j++) {
        float xj = x[j];
        for (int i = 0; i < n; i++) y[i] += A[i * m + j] * xj;
    }
}

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
