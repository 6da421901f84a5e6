// cuSOLVER: linear systems, by LU and Cholesky factors; see <cusolverDn.h>.
#include <algorithm>
#include <cstddef>
#include <string>
#include <utility>

#include "simulator/libraries/solver.hpp"

namespace cusim::libraries {

namespace {

// B := op(L)^-1 B.
void solve(const Dense& factor, cublasOperation_t op, bool lower, bool unit, Dense& b) {
    const Applied<double> a{factor.column(0), int(factor.rows()), op};
    for (long j = 0; j < b.columns(); ++j)
        solve_triangle(a, factor.rows(), lower, unit,
                       [&, j](long i) -> double& { return b(i, j); });
}

template <class T>
cusolverStatus_t getrf(const SolverCall& call, int m, int n, T* A, int lda, T* space, int* pivots,
                       int* info) {
    return call.submit(m >= 0 && n >= 0 && holds(lda, m), [=](LibraryCall& action) {
        const Matrix<T> matrix{"A", A, m, n, lda};
        action.changes(matrix.operand());
        action.writes(work(space, m, n));
        if (pivots) action.writes(operand<int>("devIpiv", pivots, std::min(m, n)));
        action.writes(operand<int>("devInfo", info, 1));
        action.begin();
        Dense a = loaded(matrix);
        Pivots exchanged;
        *info = factor_lu(a, pivots ? &exchanged : nullptr);
        for (std::size_t i = 0; i < exchanged.size(); ++i) pivots[i] = int(exchanged[i] + 1);
        store(a, matrix);
    });
}

template <class T>
cusolverStatus_t getrs(const SolverCall& call, cublasOperation_t trans, int n, int nrhs, const T* A,
                       int lda, const int* pivots, T* B, int ldb, int* info) {
    const bool good = is_operation(trans) && n >= 0 && nrhs >= 0 && holds(lda, n) && holds(ldb, n);
    return call.submit(good, [=](LibraryCall& action) {
        const Matrix<const T> matrix{"A", A, n, n, lda};
        const Matrix<T> right{"B", B, n, nrhs, ldb};
        action.reads(matrix.operand());
        if (pivots) action.reads(operand<int>("devIpiv", pivots, n));
        action.changes(right.operand());
        action.writes(operand<int>("devInfo", info, 1));
        action.begin();
        const Dense a = loaded(matrix);
        Dense b = loaded(right);
        const auto exchange = [&](int k) {
            if (!pivots) return;
            const long with = pivots[k] - 1L;
            if (with < 0 || with >= n)
                action.stop(report::FindingKind::out_of_bounds,
                            "devIpiv[" + std::to_string(k) + "] is " + std::to_string(with + 1) +
                                ", and B has " + std::to_string(n) + " rows");
            for (long j = 0; j < nrhs; ++j) std::swap(b(k, j), b(with, j));
        };
        if (trans == CUBLAS_OP_N) {
            for (int k = 0; k < n; ++k) exchange(k);
            solve(a, CUBLAS_OP_N, true, true, b);
            solve(a, CUBLAS_OP_N, false, false, b);
        } else {
            solve(a, CUBLAS_OP_T, true, false, b);
            solve(a, CUBLAS_OP_T, false, true, b);
            for (int k = n - 1; k >= 0; --k) exchange(k);
        }
        store(b, right);
        *info = 0;
    });
}

// Changes a triangle in place by `change`, which returns devInfo.
template <class T, class Change>
cusolverStatus_t change_triangle(const SolverCall& call, cublasFillMode_t uplo, int n, T* A,
                                 int lda, T* space, int count, int* info, Change change) {
    const bool good = is_fill(uplo) && n >= 0 && holds(lda, n) && count >= workspace(n, n);
    return call.submit(good, [=](LibraryCall& action) {
        const Half<T> triangle{{"A", A, n, n, lda}, uplo};
        triangle.declare(action, true);
        action.writes(work(space, n, n));
        action.writes(operand<int>("devInfo", info, 1));
        action.begin();
        Dense a = triangle.loaded();
        *info = change(a);
        triangle.store(a);
    });
}

// From L of A = L L^T to A^-1.
int invert(Dense& a) {
    const long n = a.rows();
    for (long i = 0; i < n; ++i)
        if (a(i, i) == 0) return int(i + 1);
    Dense inverse = Dense::identity(n, n);
    solve(a, CUBLAS_OP_N, true, false, inverse);
    solve(a, CUBLAS_OP_T, false, false, inverse);
    a = std::move(inverse);
    return 0;
}

template <class T>
cusolverStatus_t potrs(const SolverCall& call, cublasFillMode_t uplo, int n, int nrhs, const T* A,
                       int lda, T* B, int ldb, int* info) {
    const bool good = is_fill(uplo) && n >= 0 && nrhs >= 0 && holds(lda, n) && holds(ldb, n);
    return call.submit(good, [=](LibraryCall& action) {
        const Half<const T> triangle{{"A", A, n, n, lda}, uplo};
        const Matrix<T> right{"B", B, n, nrhs, ldb};
        triangle.declare(action, false);
        action.changes(right.operand());
        action.writes(operand<int>("devInfo", info, 1));
        action.begin();
        const Dense a = triangle.loaded();
        Dense b = loaded(right);
        solve(a, CUBLAS_OP_N, true, false, b);
        solve(a, CUBLAS_OP_T, false, false, b);
        store(b, right);
        *info = 0;
    });
}

}  // namespace

}  // namespace cusim::libraries

using namespace cusim::libraries;

// clang-format off
#define CUSIM_SYSTEMS(T, S)                                                                        \
cusolverStatus_t cusolverDn##S##getrf_bufferSize(cusolverDnHandle_t h, int m, int n, T*, int,      \
                                                 int* Lwork) {                                     \
    return tell_workspace(h, m, n, Lwork);                                                         \
}                                                                                                  \
cusolverStatus_t cusolverDn##S##getrf(cusolverDnHandle_t h, int m, int n, T* A, int lda,           \
                                      T* Workspace, int* devIpiv, int* devInfo) {                  \
    return getrf<T>(CUSIM_CALL, m, n, A, lda, Workspace, devIpiv, devInfo);                        \
}                                                                                                  \
cusolverStatus_t cusolverDn##S##getrs(cusolverDnHandle_t h, cublasOperation_t trans, int n,        \
                                      int nrhs, const T* A, int lda, const int* devIpiv, T* B,     \
                                      int ldb, int* devInfo) {                                     \
    return getrs<T>(CUSIM_CALL, trans, n, nrhs, A, lda, devIpiv, B, ldb, devInfo);                 \
}                                                                                                  \
cusolverStatus_t cusolverDn##S##potrf_bufferSize(cusolverDnHandle_t h, cublasFillMode_t, int n,    \
                                                 T*, int, int* Lwork) {                            \
    return tell_workspace(h, n, n, Lwork);                                                         \
}                                                                                                  \
cusolverStatus_t cusolverDn##S##potrf(cusolverDnHandle_t h, cublasFillMode_t uplo, int n, T* A,    \
                                      int lda, T* Workspace, int Lwork, int* devInfo) {            \
    return change_triangle<T>(CUSIM_CALL, uplo, n, A, lda, Workspace, Lwork, devInfo,              \
                              factor_cholesky);                                                    \
}                                                                                                  \
cusolverStatus_t cusolverDn##S##potrs(cusolverDnHandle_t h, cublasFillMode_t uplo, int n,          \
                                      int nrhs, const T* A, int lda, T* B, int ldb,                \
                                      int* devInfo) {                                              \
    return potrs<T>(CUSIM_CALL, uplo, n, nrhs, A, lda, B, ldb, devInfo);                           \
}                                                                                                  \
cusolverStatus_t cusolverDn##S##potri_bufferSize(cusolverDnHandle_t h, cublasFillMode_t, int n,    \
                                                 T*, int, int* Lwork) {                            \
    return tell_workspace(h, n, n, Lwork);                                                         \
}                                                                                                  \
cusolverStatus_t cusolverDn##S##potri(cusolverDnHandle_t h, cublasFillMode_t uplo, int n, T* A,    \
                                      int lda, T* Workspace, int Lwork, int* devInfo) {            \
    return change_triangle<T>(CUSIM_CALL, uplo, n, A, lda, Workspace, Lwork, devInfo, invert);     \
}
// clang-format on
CUSIM_SYSTEMS(float, S)
CUSIM_SYSTEMS(double, D)
