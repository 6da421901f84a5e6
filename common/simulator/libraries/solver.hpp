// What the functions of cuSOLVER for dense matrices share: the handle, the workspace, and matrices
// of doubles as which all elements are computed.
#pragma once

#include <algorithm>
#include <cstddef>
#include <functional>
#include <utility>
#include <vector>

#include "cusolverDn.h"
#include "simulator/libraries/blas_handle.hpp"
#include "simulator/libraries/dense.hpp"
#include "simulator/libraries/handles.hpp"

struct cusolverDnContext {
    cudaStream_t stream = nullptr;
};

namespace cusim::libraries {

using Solvers = Handles<cusolverDnContext, cusolverStatus_t, CUSOLVER_STATUS_SUCCESS,
                        CUSOLVER_STATUS_NOT_INITIALIZED, CUSOLVER_STATUS_INVALID_VALUE>;
Solvers& solvers();

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

// A function needs no workspace here, but asks for one, as the toolkit's does: the program must
// have it, and nothing else may use it meanwhile.
inline long workspace(long rows, long columns) {
    return 32 * std::max({rows, columns, 1L});
}
template <class T>
Operand work(T* data, long rows, long columns) {
    return operand<T>("Workspace", data, workspace(rows, columns));
}
inline cusolverStatus_t tell_workspace(cusolverDnHandle_t handle, long rows, long columns,
                                       int* count) {
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

inline bool is_fill(cublasFillMode_t uplo) {
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

}  // namespace cusim::libraries
