// Shared by all cuBLAS functions: the handle, the location of scalars, and the layout of vectors
// and matrices. Matrices are column-major; vectors may have a negative stride.
#pragma once

#include <complex>
#include <cstdlib>
#include <utility>

#include "cublas_v2.h"
#include "simulator/libraries/library_call.hpp"

// The call of a function whose handle is `h`.
// clang-format off
#define CUSIM_CALL {h, __func__, __builtin_return_address(0)}
// clang-format on

struct cublasContext {
    cudaStream_t stream = nullptr;
    cublasPointerMode_t pointer_mode = CUBLAS_POINTER_MODE_HOST;
    cublasMath_t math_mode = CUBLAS_DEFAULT_MATH;
};

namespace cusim::libraries {

bool is_handle(cublasHandle_t handle);

// One call of a cuBLAS function.
struct BlasCall {
    cublasHandle_t handle;
    const char* function;
    const void* pc;

    cublasStatus_t submit(std::function<void(LibraryCall&)> action) const;
    // The same; if the result goes to the host, the host waits for it.
    cublasStatus_t submit_for_result(std::function<void(LibraryCall&)> action) const;
    bool on_device() const { return handle->pointer_mode == CUBLAS_POINTER_MODE_DEVICE; }
};

// Returns "not initialised", "invalid value" or success, in this order.
cublasStatus_t verdict(const BlasCall& call, bool arguments_are_good);

template <class T>
struct Vector {
    const char* name;
    T* data;
    long n, step;

    T& operator[](long i) const { return data[step > 0 ? i * step : (i - n + 1) * step]; }
    Operand operand() const {
        return {name, data, sizeof(T), std::size_t(n), std::size_t(std::labs(step)) * sizeof(T)};
    }
};

template <class T>
struct Matrix {
    const char* name;
    T* data;
    long rows, columns, leading;

    T& operator()(long i, long j) const { return data[i + j * leading]; }
    Operand operand() const {
        return {name, data, rows * sizeof(T), std::size_t(columns), leading * sizeof(T)};
    }
};

template <class T>
T conjugate(T x) {
    return x;
}
template <class T>
std::complex<T> conjugate(std::complex<T> x) {
    return std::conj(x);
}

// Access to the elements (i, j) of op(A).
template <class T>
struct Applied {
    const T* data;
    long down, across;
    bool conjugates;

    Applied(const T* a, int leading, cublasOperation_t op)
        : data(a),
          down(op == CUBLAS_OP_N ? 1 : leading),
          across(op == CUBLAS_OP_N ? leading : 1),
          conjugates(op == CUBLAS_OP_C) {}
    T operator()(long i, long j) const {
        const T x = data[i * down + j * across];
        return conjugates ? conjugate(x) : x;
    }
};

inline bool is_operation(cublasOperation_t op) {
    return op >= CUBLAS_OP_N && op <= CUBLAS_OP_C;
}
// The rows and columns of A if op(A) has `rows` and `columns`.
inline std::pair<long, long> shape(cublasOperation_t op, long rows, long columns) {
    return op == CUBLAS_OP_N ? std::pair{rows, columns} : std::pair{columns, rows};
}
inline bool holds(int leading, long rows) {
    return leading >= 1 && leading >= rows;
}

// Calls `use` for each column of one triangle, without the diagonal if that is assumed to be ones.
template <class T, class Use>
void each_column_of_triangle(const Matrix<T>& a, cublasFillMode_t uplo, bool unit, Use use) {
    for (long j = 0; j < a.columns; ++j) {
        const long first = uplo == CUBLAS_FILL_MODE_UPPER ? 0 : j + unit;
        const long end = uplo == CUBLAS_FILL_MODE_UPPER ? j + 1 - unit : a.columns;
        if (first < end) use({a.name, &a(first, j), (end - first) * sizeof(T), 1, 0});
    }
}

template <class T>
void reads_triangle(LibraryCall& call, const Matrix<T>& a, cublasFillMode_t uplo, bool unit) {
    each_column_of_triangle(a, uplo, unit, [&](const Operand& o) { call.reads(o); });
}

// x := op(A)^-1 x, for a triangular A. `lower`: op(A) is a lower triangle.
template <class T, class X>
void solve_triangle(const Applied<T>& a, long n, bool lower, bool unit, X x) {
    for (long step = 0; step < n; ++step) {
        const long i = lower ? step : n - 1 - step;
        T sum = x(i);
        for (long j = lower ? 0 : i + 1; j < (lower ? i : n); ++j) sum -= a(i, j) * x(j);
        x(i) = unit ? sum : sum / a(i, i);
    }
}

}  // namespace cusim::libraries
