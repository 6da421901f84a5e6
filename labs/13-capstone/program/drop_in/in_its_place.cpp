// The symbol of cuBLAS's own library. In a library that is loaded or linked before cuBLAS, it
// serves programs that were compiled against cuBLAS, which need no change.
#include "sgemv.hpp"

extern "C" __attribute__((visibility("default"))) cublasStatus_t cublasSgemv_v2(
    cublasHandle_t handle, cublasOperation_t operation, int m, int n, const float* alpha,
    const float* A, int lda, const float* x, int incx, const float* beta, float* y, int incy) {
    return capstoneSgemv(handle, operation, m, n, alpha, A, lda, x, incx, beta, y, incy);
}
