// The functions of cuSOLVER for dense matrices; see <cusolverDn.h>.
#include <algorithm>
#include <vector>

#include "cusolverDn.h"
#include "simulator/api/stream.hpp"
#include "simulator/libraries/blas_handle.hpp"
#include "simulator/libraries/dense.hpp"
#include "simulator/libraries/handles.hpp"

struct cusolverDnContext {
    cudaStream_t stream = nullptr;
};

namespace cusim::libraries {

namespace {

auto& solvers() {
    static auto& live =
        *new Handles<cusolverDnContext, cusolverStatus_t, CUSOLVER_STATUS_SUCCESS,
                     CUSOLVER_STATUS_NOT_INITIALIZED, CUSOLVER_STATUS_INVALID_VALUE>;
    return live;
}

struct SolverCall {
    cusolverDnHandle_t handle;
    const char* function;
    const void* pc;

    cusolverStatus_t submit(bool arguments_are_good,
                            std::function<void(LibraryCall&)> action) const {
        const auto bad = solvers().verdict(handle, arguments_are_good);
        if (bad != CUSOLVER_STATUS_SUCCESS) return bad;
        return libraries::submit(function, handle->stream, pc, std::move(action))
                   ? CUSOLVER_STATUS_SUCCESS
                   : CUSOLVER_STATUS_EXECUTION_FAILED;
    }
};

template <class T>
Operand row(const char* name, T* data, long count) {
    return {name, data, count * sizeof(T), 1, count * sizeof(T)};
}

// A function needs no workspace here, but asks for one, as the toolkit's does: the program must
// have it, and nothing else may use it meanwhile.
long workspace(long rows, long columns) {
    return 32 * std::max({rows, columns, 1L});
}
template <class T>
Operand work(T* data, long rows, long columns) {
    return row("Workspace", data, workspace(rows, columns));
}
cusolverStatus_t tell_workspace(cusolverDnHandle_t handle, long rows, long columns, int* count) {
    return solvers().with(handle, rows >= 0 && columns >= 0 && count,
                          [&] { *count = int(workspace(rows, columns)); });
}

template <class T>
Dense loaded(const Matrix<T>& from) {
    Dense result(from.rows, from.columns);
    for (long j = 0; j < from.columns; ++j)
        for (long i = 0; i < from.rows; ++i) result(i, j) = from(i, j);
    return result;
}
template <class T>
std::vector<double> loaded(const T* from, long count) {
    return {from, from + count};
}
template <class T>
void store(const Dense& values, const Matrix<T>& to) {
    for (long j = 0; j < to.columns; ++j)
        for (long i = 0; i < to.rows; ++i) to(i, j) = T(values(i, j));
}
template <class T>
void store(const std::vector<double>& values, T* to) {
    for (std::size_t i = 0; i < values.size(); ++i) to[i] = T(values[i]);
}

bool is_fill(cublasFillMode_t uplo) {
    return uplo == CUBLAS_FILL_MODE_LOWER || uplo == CUBLAS_FILL_MODE_UPPER;
}
// One triangle of a symmetric matrix, as a lower one. Only this triangle is read or written.
template <class T>
struct Half {
    Matrix<T> matrix;
    cublasFillMode_t uplo;

    auto& operator()(long i, long j) const {
        return uplo == CUBLAS_FILL_MODE_LOWER ? matrix(i, j) : matrix(j, i);
    }
    void declare(LibraryCall& call, bool writes) const {
        each_column_of_triangle(matrix, uplo, false, [&](const Operand& column) {
            call.reads(column);
            if (writes) call.writes(column);
        });
    }
    Dense loaded() const {
        const long n = matrix.rows;
        Dense result(n, n);
        for (long j = 0; j < n; ++j)
            for (long i = j; i < n; ++i) result(i, j) = result(j, i) = (*this)(i, j);
        return result;
    }
    void store(const Dense& lower) const {
        for (long j = 0; j < matrix.columns; ++j)
            for (long i = j; i < matrix.rows; ++i) (*this)(i, j) = T(lower(i, j));
    }
};

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
        action.reads(matrix.operand());
        action.writes(matrix.operand());
        action.writes(work(space, m, n));
        if (pivots) action.writes(row("devIpiv", pivots, std::min(m, n)));
        action.writes(row("devInfo", info, 1));
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
        if (pivots) action.reads(row("devIpiv", pivots, n));
        action.reads(right.operand());
        action.writes(right.operand());
        action.writes(row("devInfo", info, 1));
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
        action.writes(row("devInfo", info, 1));
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
        action.reads(right.operand());
        action.writes(right.operand());
        action.writes(row("devInfo", info, 1));
        action.begin();
        const Dense a = triangle.loaded();
        Dense b = loaded(right);
        solve(a, CUBLAS_OP_N, true, false, b);
        solve(a, CUBLAS_OP_T, false, false, b);
        store(b, right);
        *info = 0;
    });
}

template <class T>
cusolverStatus_t geqrf(const SolverCall& call, int m, int n, T* A, int lda, T* tau, T* space,
                       int count, int* info) {
    const bool good = m >= 0 && n >= 0 && holds(lda, m) && count >= workspace(m, n);
    return call.submit(good, [=](LibraryCall& action) {
        const Matrix<T> matrix{"A", A, m, n, lda};
        action.reads(matrix.operand());
        action.writes(matrix.operand());
        action.writes(row("TAU", tau, std::min(m, n)));
        action.writes(work(space, m, n));
        action.writes(row("devInfo", info, 1));
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
        action.reads(row("tau", tau, k));
        action.reads(matrix.operand());
        action.writes(matrix.operand());
        action.writes(work(space, m, n));
        action.writes(row("devInfo", info, 1));
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
        action.reads(row("tau", tau, k));
        action.writes(matrix.operand());
        action.writes(work(space, m, n));
        action.writes(row("devInfo", info, 1));
        action.begin();
        Dense q = Dense::identity(m, n);
        apply_q(loaded(Matrix<T>{"A", A, m, k, lda}), loaded(tau, k), false, q);
        store(q, matrix);
        *info = 0;
    });
}

template <class T>
cusolverStatus_t syevd(const SolverCall& call, cusolverEigMode_t jobz, cublasFillMode_t uplo, int n,
                       T* A, int lda, T* W, T* space, int count, int* info) {
    const bool good = is_fill(uplo) && n >= 0 && holds(lda, n) && count >= workspace(n, n);
    return call.submit(good, [=](LibraryCall& action) {
        const Half<T> triangle{{"A", A, n, n, lda}, uplo};
        const bool vectors = jobz == CUSOLVER_EIG_MODE_VECTOR;
        triangle.declare(action, true);
        if (vectors) action.writes(triangle.matrix.operand());
        action.writes(row("W", W, n));
        action.writes(work(space, n, n));
        action.writes(row("devInfo", info, 1));
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
        action.reads(matrix.operand());
        action.writes(matrix.operand());
        action.writes(row("S", S, n));
        if (stores(jobu)) action.writes(left.operand());
        if (stores(jobvt)) action.writes(right.operand());
        action.writes(work(space, m, n));
        action.writes(row("devInfo", info, 1));
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

cusolverStatus_t cusolverGetVersion(int* version) {
    if (!version) return CUSOLVER_STATUS_INVALID_VALUE;
    *version = CUSOLVER_VERSION;
    return CUSOLVER_STATUS_SUCCESS;
}
cusolverStatus_t cusolverGetProperty(libraryPropertyType type, int* value) {
    if (!value) return CUSOLVER_STATUS_INVALID_VALUE;
    *value = type == MAJOR_VERSION   ? CUSOLVER_VER_MAJOR
             : type == MINOR_VERSION ? CUSOLVER_VER_MINOR
                                     : CUSOLVER_VER_PATCH;
    return CUSOLVER_STATUS_SUCCESS;
}

cusolverStatus_t cusolverDnCreate(cusolverDnHandle_t* handle) {
    return solvers().create(handle);
}
cusolverStatus_t cusolverDnDestroy(cusolverDnHandle_t handle) {
    return solvers().destroy(handle);
}
cusolverStatus_t cusolverDnSetStream(cusolverDnHandle_t handle, cudaStream_t stream) {
    return solvers().with(handle, cusim::api::is_stream(stream), [&] { handle->stream = stream; });
}
cusolverStatus_t cusolverDnGetStream(cusolverDnHandle_t handle, cudaStream_t* stream) {
    return solvers().with(handle, stream, [&] { *stream = handle->stream; });
}

// clang-format off
#define CUSIM_CALL {h, __func__, __builtin_return_address(0)}
#define CUSIM_SOLVER(T, S)                                                                         \
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
}                                                                                                  \
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
}                                                                                                  \
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
CUSIM_SOLVER(float, S)
CUSIM_SOLVER(double, D)
