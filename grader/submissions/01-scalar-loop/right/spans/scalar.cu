// A span for each row or column, and one algorithm for each of the two products.
#include <algorithm>
#include <numeric>
#include <span>

#include "lab.hpp"

namespace {

using Row = std::span<const float>;

float dot(Row a, Row x, float start) {
    return std::inner_product(a.begin(), a.end(), x.begin(), start);
}

// y += a * x
void add(std::span<float> y, Row a, float x) {
    std::ranges::transform(y, a, y.begin(), [x](float yi, float ai) { return yi + ai * x; });
}

}  // namespace

void gather_row_major(int n, int m, float* y, const float* A, const float* x, const float* b) {
    const Row all(x, m);
    for (int i = 0; i < n; i++) y[i] = dot({A + i * m, all.size()}, all, b[i]);
}

void scatter_row_major(int n, int m, float* y, const float* A, const float* x, const float* b) {
    std::copy_n(b, n, y);
    for (int j = 0; j < m; j++)
        for (int i = 0; i < n; i++) y[i] += A[i * m + j] * x[j];
}

void gather_column_major(int n, int m, float* y, const float* A, const float* x, const float* b) {
    for (int i = 0; i < n; i++) {
        y[i] = b[i];
        for (int j = 0; j < m; j++) y[i] += A[j * n + i] * x[j];
    }
}

void scatter_column_major(int n, int m, float* y, const float* A, const float* x, const float* b) {
    const std::span<float> all(y, n);
    std::copy_n(b, n, y);
    for (int j = 0; j < m; j++) add(all, {A + j * n, all.size()}, x[j]);
}
