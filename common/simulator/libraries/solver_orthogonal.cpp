// cuSOLVER: QR factors, and products with Q; see <cusolverDn.h>.
#include <algorithm>

#include "simulator/libraries/solver.hpp"

namespace cusim::libraries {

namespace {

template <class T>
cusolverStatus_t geqrf(const SolverCall& call, int m, int n, T* A, int lda, T* tau, T* space,
                       int count, int* info) {
    const bool good = m >= 0 && n >= 0 && holds(lda, m) && count >= workspace(m, n);
    return call.submit(good, [=](LibraryCall& action) {
        const Matrix<T> matrix{"A", A, m, n, lda};
        action.changes(matrix.operand());
        action.writes(operand<T>("TAU", tau, std::min(m, n)));
        action.writes(work(space, m, n));
        action.writes(operand<int>("devInfo", info, 1));
        action.begin();
        Dense a = loaded(matrix);
        store(factor_qr(a), tau);
        store(a, matrix);
        *info = 0;
    });
}

template <class T>
cusolverStatus_t ormqr(const SolverCall& call, cublasSideMode_t side, cublasOperation_t trans,
                       int m, int n, int k, const T* A, int lda, const T* tau, T* C, int ldc,
                       T* space, int count, int* info) {
    const bool left = side == CUBLAS_SIDE_LEFT;
    const int order = left ? m : n;
    const bool good = (left || side == CUBLAS_SIDE_RIGHT) && is_operation(trans) && m >= 0 &&
                      n >= 0 && k >= 0 && k <= order && holds(lda, order) && holds(ldc, m) &&
                      count >= workspace(m, n);
    return call.submit(good, [=](LibraryCall& action) {
        const Matrix<const T> vectors{"A", A, order, k, lda};
        const Matrix<T> matrix{"C", C, m, n, ldc};
        action.reads(vectors.operand());
        action.reads(operand<T>("tau", tau, k));
        action.changes(matrix.operand());
        action.writes(work(space, m, n));
        action.writes(operand<int>("devInfo", info, 1));
        action.begin();
        const bool transposed = trans != CUBLAS_OP_N;
        // C Q is the transpose of Q^T C^T.
        Dense c = left ? loaded(matrix) : loaded(matrix).transposed();
        apply_q(loaded(vectors), loaded(tau, k), left ? transposed : !transposed, c);
        store(left ? c : c.transposed(), matrix);
        *info = 0;
    });
}

template <class T>
cusolverStatus_t orgqr(const SolverCall& call, int m, int n, int k, T* A, int lda, const T* tau,
                       T* space, int count, int* info) {
    const bool good = m >= n && n >= k && k >= 0 && holds(lda, m) && count >= workspace(m, n);
    return call.submit(good, [=](LibraryCall& action) {
        const Matrix<T> matrix{"A", A, m, n, lda};
        action.reads(Matrix<T>{"A", A, m, k, lda}.operand());
        action.reads(operand<T>("tau", tau, k));
        action.writes(matrix.operand());
        action.writes(work(space, m, n));
        action.writes(operand<int>("devInfo", info, 1));
        action.begin();
        Dense q = Dense::identity(m, n);
        apply_q(loaded(Matrix<T>{"A", A, m, k, lda}), loaded(tau, k), false, q);
        store(q, matrix);
        *info = 0;
    });
}

}  // namespace

}  // namespace cusim::libraries

using namespace cusim::libraries;

// clang-format off
#define CUSIM_ORTHOGONAL(T, S)                                                                     \
cusolverStatus_t cusolverDn##S##geqrf_bufferSize(cusolverDnHandle_t h, int m, int n, T*, int,      \
                                                 int* Lwork) {                                     \
    return tell_workspace(h, m, n, Lwork);                                                         \
}                                                                                                  \
cusolverStatus_t cusolverDn##S##geqrf(cusolverDnHandle_t h, int m, int n, T* A, int lda, T* TAU,   \
                                      T* Workspace, int Lwork, int* devInfo) {                     \
    return geqrf<T>(CUSIM_CALL, m, n, A, lda, TAU, Workspace, Lwork, devInfo);                     \
}                                                                                                  \
cusolverStatus_t cusolverDn##S##ormqr_bufferSize(cusolverDnHandle_t h, cublasSideMode_t,           \
                                                 cublasOperation_t, int m, int n, int, const T*,   \
                                                 int, const T*, const T*, int, int* Lwork) {       \
    return tell_workspace(h, m, n, Lwork);                                                         \
}                                                                                                  \
cusolverStatus_t cusolverDn##S##ormqr(cusolverDnHandle_t h, cublasSideMode_t side,                 \
                                      cublasOperation_t trans, int m, int n, int k, const T* A,    \
                                      int lda, const T* tau, T* C, int ldc, T* Workspace,          \
                                      int Lwork, int* devInfo) {                                   \
    return ormqr<T>(CUSIM_CALL, side, trans, m, n, k, A, lda, tau, C, ldc, Workspace, Lwork,       \
                    devInfo);                                                                      \
}                                                                                                  \
cusolverStatus_t cusolverDn##S##orgqr_bufferSize(cusolverDnHandle_t h, int m, int n, int,          \
                                                 const T*, int, const T*, int* Lwork) {            \
    return tell_workspace(h, m, n, Lwork);                                                         \
}                                                                                                  \
cusolverStatus_t cusolverDn##S##orgqr(cusolverDnHandle_t h, int m, int n, int k, T* A, int lda,    \
                                      const T* tau, T* Workspace, int Lwork, int* devInfo) {       \
    return orgqr<T>(CUSIM_CALL, m, n, k, A, lda, tau, Workspace, Lwork, devInfo);                  \
}
// clang-format on
CUSIM_ORTHOGONAL(float, S)
CUSIM_ORTHOGONAL(double, D)
