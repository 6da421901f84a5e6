// Products of matrices, which several functions of cuBLAS compute.
#pragma once

#include <algorithm>
#include <vector>

#include "simulator/libraries/blas_handle.hpp"

namespace cusim::libraries {

// Of C = op(A) op(B).
struct Sizes {
    cublasOperation_t a, b;
    int m, n, k;

    bool good(int lda, int ldb, int ldc) const {
        return is_operation(a) && is_operation(b) && m >= 0 && n >= 0 && k >= 0 &&
               holds(lda, shape(a, m, k).first) && holds(ldb, shape(b, k, n).first) &&
               holds(ldc, m);
    }
};

// C = alpha op(A) op(B) + beta C. C is read only if beta is not zero.
template <class T>
void multiply(const Sizes& sizes, T alpha, const T* A, int lda, const T* B, int ldb, T beta, T* C,
              int ldc) {
    const Applied<T> a{A, lda, sizes.a}, b{B, ldb, sizes.b};
    std::vector<T> sums(sizes.m);
    for (long j = 0; j < sizes.n; ++j) {
        std::fill(sums.begin(), sums.end(), T{});
        for (long l = 0; l < sizes.k; ++l) {
            const T factor = b(l, j);
            for (long i = 0; i < sizes.m; ++i) sums[i] += a(i, l) * factor;
        }
        for (long i = 0; i < sizes.m; ++i) {
            T& c = C[i + j * ldc];
            c = beta == T{} ? alpha * sums[i] : alpha * sums[i] + beta * c;
        }
    }
}

}  // namespace cusim::libraries
