// cuBLAS level 3: sums of matrices, and products with symmetric, diagonal and triangular ones.
#include <vector>

#include "simulator/libraries/blas_products.hpp"

namespace cusim::libraries {

namespace {

template <class T>
cublasStatus_t geam(const BlasCall& call, const Sizes& sizes, const T* alpha, const T* A, int lda,
                    const T* beta, const T* B, int ldb, T* C, int ldc) {
    const auto [a_rows, a_columns] = shape(sizes.a, sizes.m, sizes.n);
    const auto [b_rows, b_columns] = shape(sizes.b, sizes.m, sizes.n);
    const bool good = is_operation(sizes.a) && is_operation(sizes.b) && sizes.m >= 0 &&
                      sizes.n >= 0 && holds(lda, a_rows) && holds(ldb, b_rows) &&
                      holds(ldc, sizes.m) && alpha && beta;
    if (const auto bad = verdict(call, good); bad != CUBLAS_STATUS_SUCCESS) return bad;
    if (sizes.m == 0 || sizes.n == 0) return CUBLAS_STATUS_SUCCESS;
    const Scalar<T> by{call, "alpha", alpha}, and_by{call, "beta", beta};
    const Matrix<const T> left{"A", A, a_rows, a_columns, lda},
        right{"B", B, b_rows, b_columns, ldb};
    return call.submit([=](LibraryCall& action) {
        const T x = by.get(action), y = and_by.get(action);
        if (x != T{}) action.reads(left.operand());
        if (y != T{}) action.reads(right.operand());
        action.writes(Matrix<T>{"C", C, sizes.m, sizes.n, ldc}.operand());
        action.begin();
        const Applied<T> a{A, lda, sizes.a}, b{B, ldb, sizes.b};
        for (long j = 0; j < sizes.n; ++j)
            for (long i = 0; i < sizes.m; ++i)
                C[i + j * ldc] = (x == T{} ? T{} : x * a(i, j)) + (y == T{} ? T{} : y * b(i, j));
    });
}

template <class T>
cublasStatus_t syrk(const BlasCall& call, cublasFillMode_t uplo, cublasOperation_t op, int n, int k,
                    const T* alpha, const T* A, int lda, const T* beta, T* C, int ldc) {
    const auto [rows, columns] = shape(op, n, k);
    const bool good =
        is_operation(op) && n >= 0 && k >= 0 && holds(lda, rows) && holds(ldc, n) && alpha && beta;
    if (const auto bad = verdict(call, good); bad != CUBLAS_STATUS_SUCCESS) return bad;
    if (n == 0) return CUBLAS_STATUS_SUCCESS;
    const Scalar<T> by{call, "alpha", alpha}, keep{call, "beta", beta};
    const Matrix<const T> factor{"A", A, rows, columns, lda};
    return call.submit([=](LibraryCall& action) {
        const T x = by.get(action), y = keep.get(action);
        const Matrix<T> c{"C", C, n, n, ldc};
        action.reads(factor.operand());
        if (y != T{}) reads_triangle(action, c, uplo, false);
        each_column_of_triangle(c, uplo, false, [&](const Operand& o) { action.writes(o); });
        action.begin();
        const Applied<T> a{A, lda, op};
        for (long j = 0; j < n; ++j)
            for (long i = uplo == CUBLAS_FILL_MODE_UPPER ? 0 : j;
                 i < (uplo == CUBLAS_FILL_MODE_UPPER ? j + 1 : n); ++i) {
                T sum = 0;
                for (long l = 0; l < k; ++l) sum += a(i, l) * a(j, l);
                c(i, j) = y == T{} ? x * sum : x * sum + y * c(i, j);
            }
    });
}

// Access to a matrix of which one triangle is stored.
template <class T>
cublasStatus_t symm(const BlasCall& call, cublasSideMode_t side, cublasFillMode_t uplo, int m,
                    int n, const T* alpha, const T* A, int lda, const T* B, int ldb, const T* beta,
                    T* C, int ldc) {
    const bool left = side == CUBLAS_SIDE_LEFT;
    const int order = left ? m : n;
    const bool good =
        m >= 0 && n >= 0 && holds(lda, order) && holds(ldb, m) && holds(ldc, m) && alpha && beta;
    if (const auto bad = verdict(call, good); bad != CUBLAS_STATUS_SUCCESS) return bad;
    if (m == 0 || n == 0) return CUBLAS_STATUS_SUCCESS;
    const Scalar<T> by{call, "alpha", alpha}, keep{call, "beta", beta};
    return call.submit([=](LibraryCall& action) {
        const T x = by.get(action), y = keep.get(action);
        const Matrix<const T> a{"A", A, order, order, lda}, b{"B", B, m, n, ldb};
        const Matrix<T> c{"C", C, m, n, ldc};
        reads_triangle(action, a, uplo, false);
        action.reads(b.operand());
        action.changes(c.operand(), y != T{});
        action.begin();
        std::vector<T> whole(std::size_t(order) * order);
        for (long j = 0; j < order; ++j)
            for (long i = 0; i < order; ++i)
                whole[i + j * order] =
                    (i <= j) == (uplo == CUBLAS_FILL_MODE_UPPER) ? a(i, j) : a(j, i);
        const Sizes sizes{CUBLAS_OP_N, CUBLAS_OP_N, m, n, order};
        if (left)
            multiply(sizes, x, whole.data(), order, B, ldb, y, C, ldc);
        else
            multiply(sizes, x, B, ldb, whole.data(), order, y, C, ldc);
    });
}

// C = diag(x) A, or A diag(x).
template <class T>
cublasStatus_t dgmm(const BlasCall& call, cublasSideMode_t side, int m, int n, const T* A, int lda,
                    const T* x, int incx, T* C, int ldc) {
    const bool left = side == CUBLAS_SIDE_LEFT;
    const bool good = m >= 0 && n >= 0 && holds(lda, m) && holds(ldc, m);
    if (const auto bad = verdict(call, good); bad != CUBLAS_STATUS_SUCCESS) return bad;
    if (m == 0 || n == 0) return CUBLAS_STATUS_SUCCESS;
    return call.submit([=](LibraryCall& action) {
        const Matrix<const T> a{"A", A, m, n, lda};
        const Vector<const T> diagonal{"x", x, left ? m : n, incx};
        const Matrix<T> c{"C", C, m, n, ldc};
        action.reads(a.operand());
        action.reads(diagonal.operand());
        action.writes(c.operand());
        action.begin();
        for (long j = 0; j < n; ++j)
            for (long i = 0; i < m; ++i) c(i, j) = a(i, j) * diagonal[left ? i : j];
    });
}

// Solves X op(A) = B: each row of B is a system with op(A) transposed.
template <class T>
cublasStatus_t trsm(const BlasCall& call, cublasSideMode_t side, cublasFillMode_t uplo,
                    cublasOperation_t op, cublasDiagType_t diag, int m, int n, const T* alpha,
                    const T* A, int lda, T* B, int ldb) {
    const bool left = side == CUBLAS_SIDE_LEFT, unit = diag == CUBLAS_DIAG_UNIT;
    const int order = left ? m : n, systems = left ? n : m;
    const bool good =
        is_operation(op) && m >= 0 && n >= 0 && holds(lda, order) && holds(ldb, m) && alpha;
    if (const auto bad = verdict(call, good); bad != CUBLAS_STATUS_SUCCESS) return bad;
    if (m == 0 || n == 0) return CUBLAS_STATUS_SUCCESS;
    const Scalar<T> by{call, "alpha", alpha};
    const bool turned = (op != CUBLAS_OP_N) == left;
    return call.submit([=](LibraryCall& action) {
        const T factor = by.get(action);
        const Matrix<T> b{"B", B, m, n, ldb};
        reads_triangle(action, Matrix<const T>{"A", A, order, order, lda}, uplo, unit);
        action.changes(b.operand());
        action.begin();
        const Applied<T> a{A, lda, turned ? CUBLAS_OP_T : CUBLAS_OP_N};
        for (long s = 0; s < systems; ++s) {
            const auto x = [&](long i) -> T& { return left ? b(i, s) : b(s, i); };
            for (long i = 0; i < order; ++i) x(i) *= factor;
            solve_triangle(a, order, (uplo == CUBLAS_FILL_MODE_LOWER) != turned, unit, x);
        }
    });
}

}  // namespace

}  // namespace cusim::libraries

using namespace cusim::libraries;

// clang-format off
#define CUSIM_LEVEL3(T, S)                                                                         \
cublasStatus_t cublas##S##geam(cublasHandle_t h, cublasOperation_t transa,                         \
                               cublasOperation_t transb, int m, int n, const T* alpha, const T* A, \
                               int lda, const T* beta, const T* B, int ldb, T* C, int ldc) {       \
    return geam<T>(CUSIM_CALL, {transa, transb, m, n, 0}, alpha, A, lda, beta, B, ldb, C, ldc);    \
}                                                                                                  \
cublasStatus_t cublas##S##syrk(cublasHandle_t h, cublasFillMode_t uplo, cublasOperation_t trans,   \
                               int n, int k, const T* alpha, const T* A, int lda, const T* beta,   \
                               T* C, int ldc) {                                                    \
    return syrk<T>(CUSIM_CALL, uplo, trans, n, k, alpha, A, lda, beta, C, ldc);                    \
}                                                                                                  \
cublasStatus_t cublas##S##symm(cublasHandle_t h, cublasSideMode_t side, cublasFillMode_t uplo,     \
                               int m, int n, const T* alpha, const T* A, int lda, const T* B,      \
                               int ldb, const T* beta, T* C, int ldc) {                            \
    return symm<T>(CUSIM_CALL, side, uplo, m, n, alpha, A, lda, B, ldb, beta, C, ldc);             \
}                                                                                                  \
cublasStatus_t cublas##S##dgmm(cublasHandle_t h, cublasSideMode_t side, int m, int n, const T* A,  \
                               int lda, const T* x, int incx, T* C, int ldc) {                     \
    return dgmm<T>(CUSIM_CALL, side, m, n, A, lda, x, incx, C, ldc);                               \
}                                                                                                  \
cublasStatus_t cublas##S##trsm(cublasHandle_t h, cublasSideMode_t side, cublasFillMode_t uplo,     \
                               cublasOperation_t trans, cublasDiagType_t diag, int m, int n,       \
                               const T* alpha, const T* A, int lda, T* B, int ldb) {               \
    return trsm<T>(CUSIM_CALL, side, uplo, trans, diag, m, n, alpha, A, lda, B, ldb);              \
}
// clang-format on
CUSIM_LEVEL3(float, S)
CUSIM_LEVEL3(double, D)
