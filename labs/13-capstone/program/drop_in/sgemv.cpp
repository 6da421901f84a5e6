#include "sgemv.hpp"

#include "kit/error.hpp"
#include "kit/require.hpp"
#include "lab.hpp"

cublasStatus_t capstoneSgemv(cublasHandle_t handle, cublasOperation_t operation, int m, int n,
                             const float* alpha, const float* A, int lda, const float* x, int incx,
                             const float* beta, float* y, int incy) {
    if (handle == nullptr) return CUBLAS_STATUS_NOT_INITIALIZED;
    if (alpha == nullptr || beta == nullptr) return CUBLAS_STATUS_INVALID_VALUE;
    cudaStream_t stream = nullptr;
    cublasPointerMode_t mode = CUBLAS_POINTER_MODE_HOST;
    if (const auto status = cublasGetStream(handle, &stream); status != CUBLAS_STATUS_SUCCESS)
        return status;
    if (const auto status = cublasGetPointerMode(handle, &mode); status != CUBLAS_STATUS_SUCCESS)
        return status;
    const auto factor = [mode](const float* at) {
        return mode == CUBLAS_POINTER_MODE_DEVICE ? Scalar{0.0f, at} : Scalar{*at, nullptr};
    };
    try {
        gemv(Layout::column_major,
             operation == CUBLAS_OP_N ? Operation::plain : Operation::transposed, m, n,
             factor(alpha), A, lda, x, incx, factor(beta), y, incy, stream);
    } catch (const kit::BadArgument&) {
        return CUBLAS_STATUS_INVALID_VALUE;
    } catch (const kit::CudaError&) {
        return CUBLAS_STATUS_EXECUTION_FAILED;
    }
    return CUBLAS_STATUS_SUCCESS;
}
