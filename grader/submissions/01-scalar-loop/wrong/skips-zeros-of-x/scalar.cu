#include "lab.hpp"

void gather_row_major(int n, int m, float* y, const float* A, const float* x, const float* b) {
    for (int i = 0; i < n; i++) {
        float yi = b[i];
        for (int j = 0; j < m; j++) {
            if (x[j] == 0) continue;
            yi += A[i * m + j] * x[j];
        }
        y[i] = yi;
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
