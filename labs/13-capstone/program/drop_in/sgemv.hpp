// gemv in the place of cuBLAS's sgemv: the same arguments, in the handle's stream and pointer mode.
// library.sh makes a library that programs take which are compiled already.
#pragma once

#include <cublas_v2.h>

/// A is stored column by column. Returns CUBLAS_STATUS_INVALID_VALUE for what cuBLAS refuses, and
/// CUBLAS_STATUS_EXECUTION_FAILED if a launch fails.
cublasStatus_t capstoneSgemv(cublasHandle_t handle, cublasOperation_t operation, int m, int n,
                             const float* alpha, const float* A, int lda, const float* x, int incx,
                             const float* beta, float* y, int incy);
