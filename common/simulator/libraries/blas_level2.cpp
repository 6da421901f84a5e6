// cuBLAS level 2: a matrix and vectors.
#include <algorithm>
#include <vector>

#include "simulator/libraries/blas_handle.hpp"

namespace cusim::libraries {

namespace {

// y := alpha f + beta y. y is not read if beta is zero.
template <class T, class F>
void update(const Vector<T>& y, T beta, F f) {
    for (long i = 0; i < y.n; ++i) {
        const T sum = f(i);
        y[i] = beta == T{} ? sum : sum + beta * y[i];
    }
}

template <class T>
cublasStatus_t gemv(const BlasCall& call, cublasOperation_t op, int m, int n, const T* alpha,
                    const T* A, int lda, const T* x, int incx, const T* beta, T* y, int incy) {
    const bool good =
        is_operation(op) && m >= 0 && n >= 0 && holds(lda, m) && incx && incy && alpha && beta;
    if (const auto bad = verdict(call, good); bad != CUBLAS_STATUS_SUCCESS) return bad;
    if (m == 0 || n == 0) return CUBLAS_STATUS_SUCCESS;
    const Scalar<T> by{call, "alpha", alpha}, keep{call, "beta", beta};
    return call.submit([=](LibraryCall& action) {
        const T a = by.get(action), b = keep.get(action);
        const auto [rows, columns] = shape(op, m, n);
        const Vector<const T> from{"x", x, columns, incx};
        const Vector<T> to{"y", y, rows, incy};
        action.reads(Matrix<const T>{"A", A, m, n, lda}.operand());
        action.reads(from.operand());
        action.changes(to.operand(), b != T{});
        action.begin();
        const Applied<T> matrix{A, lda, op};
        update(to, b, [&, count = columns](long i) {
            T sum = 0;
            for (long j = 0; j < count; ++j) sum += matrix(i, j) * from[j];
            return a * sum;
        });
    });
}

template <class T>
cublasStatus_t ger(const BlasCall& call, int m, int n, const T* alpha, const T* x, int incx,
                   const T* y, int incy, T* A, int lda) {
    const bool good = m >= 0 && n >= 0 && holds(lda, m) && incx && incy && alpha;
    if (const auto bad = verdict(call, good); bad != CUBLAS_STATUS_SUCCESS) return bad;
    if (m == 0 || n == 0) return CUBLAS_STATUS_SUCCESS;
    const Scalar<T> by{call, "alpha", alpha};
    return call.submit([=](LibraryCall& action) {
        const T a = by.get(action);
        const Vector<const T> left{"x", x, m, incx}, right{"y", y, n, incy};
        const Matrix<T> matrix{"A", A, m, n, lda};
        action.reads(left.operand());
        action.reads(right.operand());
        action.changes(matrix.operand());
        action.begin();
        for (long j = 0; j < n; ++j)
            for (long i = 0; i < m; ++i) matrix(i, j) += a * left[i] * right[j];
    });
}

template <class T>
cublasStatus_t symv(const BlasCall& call, cublasFillMode_t uplo, int n, const T* alpha, const T* A,
                    int lda, const T* x, int incx, const T* beta, T* y, int incy) {
    const bool good = n >= 0 && holds(lda, n) && incx && incy && alpha && beta;
    if (const auto bad = verdict(call, good); bad != CUBLAS_STATUS_SUCCESS) return bad;
    if (n == 0) return CUBLAS_STATUS_SUCCESS;
    const Scalar<T> by{call, "alpha", alpha}, keep{call, "beta", beta};
    return call.submit([=](LibraryCall& action) {
        const T a = by.get(action), b = keep.get(action);
        const Matrix<const T> matrix{"A", A, n, n, lda};
        const Vector<const T> from{"x", x, n, incx};
        const Vector<T> to{"y", y, n, incy};
        reads_triangle(action, matrix, uplo, false);
        action.reads(from.operand());
        action.changes(to.operand(), b != T{});
        action.begin();
        update(to, b, [&](long i) {
            T sum = 0;
            for (long j = 0; j < n; ++j) {
                const bool stored = uplo == CUBLAS_FILL_MODE_UPPER ? i <= j : i >= j;
                sum += (stored ? matrix(i, j) : matrix(j, i)) * from[j];
            }
            return a * sum;
        });
    });
}

struct Triangle {
    cublasFillMode_t uplo;
    cublasOperation_t op;
    cublasDiagType_t diag;

    bool unit() const { return diag == CUBLAS_DIAG_UNIT; }
    // Whether op(A) is a lower triangle.
    bool lower() const { return (uplo == CUBLAS_FILL_MODE_LOWER) == (op == CUBLAS_OP_N); }
};

// x := change(op(A), x), for a triangular A.
template <class T, class Change>
cublasStatus_t change_by_triangle(const BlasCall& call, Triangle triangle, int n, const T* A,
                                  int lda, T* x, int incx, Change change) {
    const bool good = is_operation(triangle.op) && n >= 0 && holds(lda, n) && incx;
    if (const auto bad = verdict(call, good); bad != CUBLAS_STATUS_SUCCESS) return bad;
    if (n == 0) return CUBLAS_STATUS_SUCCESS;
    return call.submit([=](LibraryCall& action) {
        const Vector<T> vector{"x", x, n, incx};
        reads_triangle(action, Matrix<const T>{"A", A, n, n, lda}, triangle.uplo, triangle.unit());
        action.changes(vector.operand());
        action.begin();
        change(Applied<T>{A, lda, triangle.op}, vector);
    });
}

template <class T>
cublasStatus_t trmv(const BlasCall& call, Triangle triangle, int n, const T* A, int lda, T* x,
                    int incx) {
    const auto multiply = [=](const Applied<T>& a, const Vector<T>& x) {
        for (long step = 0; step < n; ++step) {
            const long i = triangle.lower() ? n - 1 - step : step;
            T sum = triangle.unit() ? x[i] : a(i, i) * x[i];
            for (long j = triangle.lower() ? 0 : i + 1; j < (triangle.lower() ? i : n); ++j)
                sum += a(i, j) * x[j];
            x[i] = sum;
        }
    };
    return change_by_triangle(call, triangle, n, A, lda, x, incx, multiply);
}

template <class T>
cublasStatus_t trsv(const BlasCall& call, Triangle triangle, int n, const T* A, int lda, T* x,
                    int incx) {
    const auto solve = [=](const Applied<T>& a, const Vector<T>& x) {
        solve_triangle(a, n, triangle.lower(), triangle.unit(), [&](long i) -> T& { return x[i]; });
    };
    return change_by_triangle(call, triangle, n, A, lda, x, incx, solve);
}

}  // namespace

}  // namespace cusim::libraries

using namespace cusim::libraries;

// Weak, so that a library with this function can be linked in its place, as with CUDA's own.
extern "C" __attribute__((weak)) decltype(cublasSgemv) cublasSgemv;

// clang-format off
#define CUSIM_LEVEL2(T, S)                                                                         \
cublasStatus_t cublas##S##gemv(cublasHandle_t h, cublasOperation_t trans, int m, int n,            \
                               const T* alpha, const T* A, int lda, const T* x, int incx,          \
                               const T* beta, T* y, int incy) {                                    \
    return gemv<T>(CUSIM_CALL, trans, m, n, alpha, A, lda, x, incx, beta, y, incy);                \
}                                                                                                  \
cublasStatus_t cublas##S##ger(cublasHandle_t h, int m, int n, const T* alpha, const T* x,          \
                              int incx, const T* y, int incy, T* A, int lda) {                     \
    return ger<T>(CUSIM_CALL, m, n, alpha, x, incx, y, incy, A, lda);                              \
}                                                                                                  \
cublasStatus_t cublas##S##symv(cublasHandle_t h, cublasFillMode_t uplo, int n, const T* alpha,     \
                               const T* A, int lda, const T* x, int incx, const T* beta, T* y,     \
                               int incy) {                                                         \
    return symv<T>(CUSIM_CALL, uplo, n, alpha, A, lda, x, incx, beta, y, incy);                    \
}                                                                                                  \
cublasStatus_t cublas##S##trmv(cublasHandle_t h, cublasFillMode_t uplo, cublasOperation_t trans,   \
                               cublasDiagType_t diag, int n, const T* A, int lda, T* x,            \
                               int incx) {                                                         \
    return trmv<T>(CUSIM_CALL, {uplo, trans, diag}, n, A, lda, x, incx);                           \
}                                                                                                  \
cublasStatus_t cublas##S##trsv(cublasHandle_t h, cublasFillMode_t uplo, cublasOperation_t trans,   \
                               cublasDiagType_t diag, int n, const T* A, int lda, T* x,            \
                               int incx) {                                                         \
    return trsv<T>(CUSIM_CALL, {uplo, trans, diag}, n, A, lda, x, incx);                           \
}
// clang-format on
CUSIM_LEVEL2(float, S)
CUSIM_LEVEL2(double, D)
