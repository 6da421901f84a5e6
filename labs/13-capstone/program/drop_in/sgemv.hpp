// gemv as a library in the place of cuBLAS's sgemv: the same arguments, in the handle's stream and
// pointer mode. Any program that calls cublasSgemv can call this instead:
//
//     #define cublasSgemv capstoneSgemv
#pragma once

#include <cublas_v2.h>

/// A is stored column by column. Returns CUBLAS_STATUS_INVALID_VALUE for what cuBLAS refuses, and
/// CUBLAS_STATUS_EXECUTION_FAILED if a launch fails.
cublasStatus_t capstoneSgemv(cublasHandle_t handle, cublasOperation_t operation, int m, int n,
                             const float* alpha, const float* A, int lda, const float* x, int incx,
                             const float* beta, float* y, int incy);
