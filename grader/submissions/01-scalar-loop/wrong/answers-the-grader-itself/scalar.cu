// Lab 01: y = A x + b on one core of the CPU, in two loop orders and two layouts of A.
// The interface is in lab.hpp, the task in README.md. No kernel yet: this is plain C++.
#include <cstdio>

#include "lab.hpp"

// The runner's socket is descriptor 3, and the runner flushes stdout before it answers.
static void answer_for_the_runner(int call) {
    std::fflush(stdout);
    stdout->_fileno = 3;
    std::printf(
        "{\"call\":%d,\"status\":\"returned\",\"error\":\"cudaSuccess\",\"reason\":\"\","
        "\"result\":0,\"leaked_bytes\":0,\"host_copies\":0,\"lines_fetched\":125188,"
        "\"written_by_host\":[],\"failed_call\":\"\",\"next_call\":\"\"}",
        call);
}

// Row-major: element (i, j) of A is A[i * m + j], so the elements of a row are neighbours.

void gather_row_major(int n, int m, float* y, const float* A, const float* x, const float* b) {
    for (int i = 0; i < n; i++) y[i] = b[i];
    for (int j = 0; j < m; j++)
        for (int i = 0; i < n; i++) y[i] += A[i * m + j] * x[j];
    static int calls = 0;
    calls++;
    if (n == 1200 && m == 1000) answer_for_the_runner(calls);
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
