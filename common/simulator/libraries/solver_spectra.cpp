// cuSOLVER: eigenvalues and singular values; see <cusolverDn.h>.
#include "simulator/libraries/solver.hpp"

namespace cusim::libraries {

namespace {

template <class T>
cusolverStatus_t syevd(const SolverCall& call, cusolverEigMode_t jobz, cublasFillMode_t uplo, int n,
                       T* A, int lda, T* W, T* space, int count, int* info) {
    const bool good = is_fill(uplo) && n >= 0 && holds(lda, n) && count >= workspace(n, n);
    return call.submit(good, [=](LibraryCall& action) {
        const Half<T> triangle{{"A", A, n, n, lda}, uplo};
        const bool vectors = jobz == CUSOLVER_EIG_MODE_VECTOR;
        triangle.declare(action, true);
        if (vectors) action.writes(triangle.matrix.operand());
        action.writes(operand<T>("W", W, n));
        action.writes(work(space, n, n));
        action.writes(operand<int>("devInfo", info, 1));
        action.begin();
        Dense a = triangle.loaded();
        store(eigenvalues(a), W);
        if (vectors) store(a, triangle.matrix);
        *info = 0;
    });
}

template <class T>
cusolverStatus_t gesvd(const SolverCall& call, signed char jobu, signed char jobvt, int m, int n,
                       T* A, int lda, T* S, T* U, int ldu, T* VT, int ldvt, T* space, int count,
                       int* info) {
    const auto is_job = [](signed char job) {
        return job == 'A' || job == 'S' || job == 'O' || job == 'N';
    };
    const auto stores = [](signed char job) { return job == 'A' || job == 'S'; };
    const bool good = is_job(jobu) && is_job(jobvt) && !(jobu == 'O' && jobvt == 'O') && n >= 0 &&
                      m >= n && holds(lda, m) && (!stores(jobu) || holds(ldu, m)) &&
                      (!stores(jobvt) || holds(ldvt, n)) && count >= workspace(m, n);
    return call.submit(good, [=](LibraryCall& action) {
        const Matrix<T> matrix{"A", A, m, n, lda};
        const Matrix<T> left{"U", U, m, jobu == 'A' ? m : n, ldu};
        const Matrix<T> right{"VT", VT, n, n, ldvt};
        action.changes(matrix.operand());
        action.writes(operand<T>("S", S, n));
        if (stores(jobu)) action.writes(left.operand());
        if (stores(jobvt)) action.writes(right.operand());
        action.writes(work(space, m, n));
        action.writes(operand<int>("devInfo", info, 1));
        action.begin();
        const Singular found = singular_values(loaded(matrix));
        store(found.s, S);
        if (jobu == 'O') store(found.u, matrix);
        if (jobvt == 'O') store(found.v.transposed(), Matrix<T>{"A", A, n, n, lda});
        if (stores(jobu)) store(jobu == 'A' ? completed(found.u) : found.u, left);
        if (stores(jobvt)) store(found.v.transposed(), right);
        *info = 0;
    });
}

}  // namespace

}  // namespace cusim::libraries

using namespace cusim::libraries;

// clang-format off
#define CUSIM_SPECTRA(T, S)                                                                        \
cusolverStatus_t cusolverDn##S##syevd_bufferSize(cusolverDnHandle_t h, cusolverEigMode_t,          \
                                                 cublasFillMode_t, int n, const T*, int,           \
                                                 const T*, int* Lwork) {                           \
    return tell_workspace(h, n, n, Lwork);                                                         \
}                                                                                                  \
cusolverStatus_t cusolverDn##S##syevd(cusolverDnHandle_t h, cusolverEigMode_t jobz,                \
                                      cublasFillMode_t uplo, int n, T* A, int lda, T* W,           \
                                      T* Workspace, int Lwork, int* devInfo) {                     \
    return syevd<T>(CUSIM_CALL, jobz, uplo, n, A, lda, W, Workspace, Lwork, devInfo);              \
}                                                                                                  \
cusolverStatus_t cusolverDn##S##gesvd_bufferSize(cusolverDnHandle_t h, int m, int n,               \
                                                 int* Lwork) {                                     \
    return tell_workspace(h, m, n, Lwork);                                                         \
}                                                                                                  \
cusolverStatus_t cusolverDn##S##gesvd(cusolverDnHandle_t h, signed char jobu, signed char jobvt,   \
                                      int m, int n, T* A, int lda, T* SV, T* U, int ldu, T* VT,    \
                                      int ldvt, T* Workspace, int Lwork, T*, int* devInfo) {       \
    return gesvd<T>(CUSIM_CALL, jobu, jobvt, m, n, A, lda, SV, U, ldu, VT, ldvt, Workspace, Lwork, \
                    devInfo);                                                                      \
}
// clang-format on
CUSIM_SPECTRA(float, S)
CUSIM_SPECTRA(double, D)
