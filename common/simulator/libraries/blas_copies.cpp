// cuBLAS's copies between host and device, which use the runtime API's copies row by row.
#include "cublas_v2.h"
#include "simulator/api/memory/copy.hpp"

namespace {

using cusim::api::Transfer;

// Returns the status of the copy.
cublasStatus_t copy_pieces(const Transfer& transfer) {
    return cusim::api::copy(transfer) == cudaSuccess ? CUBLAS_STATUS_SUCCESS
                                                     : CUBLAS_STATUS_MAPPING_ERROR;
}

struct Way {
    cudaMemcpyKind kind;
    cudaStream_t stream;
    bool wait;
    const void* pc;
};

cublasStatus_t copy_matrix(int rows, int cols, int size, const void* from, int lda, void* to,
                           int ldb, const Way& way) {
    if (rows < 0 || cols < 0 || size <= 0 || lda < rows || ldb < rows || lda < 1 || ldb < 1)
        return CUBLAS_STATUS_INVALID_VALUE;
    const std::size_t bytes = std::size_t(size);
    return copy_pieces({to,
                        from,
                        {rows * bytes, std::size_t(cols), ldb * bytes, lda * bytes},
                        way.kind,
                        way.stream,
                        way.wait,
                        way.pc});
}

cublasStatus_t copy_vector(int n, int size, const void* from, int incx, void* to, int incy,
                           const Way& way) {
    if (n < 0 || size <= 0 || incx <= 0 || incy <= 0) return CUBLAS_STATUS_INVALID_VALUE;
    if (incx == 1 && incy == 1) return copy_matrix(n, 1, size, from, n ? n : 1, to, n ? n : 1, way);
    return copy_matrix(1, n, size, from, incx, to, incy, way);
}

}  // namespace

#define CUSIM_WAY(kind, stream, wait) \
    { kind, stream, wait, __builtin_return_address(0) }

cublasStatus_t cublasSetVector(int n, int size, const void* x, int incx, void* d_y, int incy) {
    return copy_vector(n, size, x, incx, d_y, incy,
                       CUSIM_WAY(cudaMemcpyHostToDevice, nullptr, true));
}
cublasStatus_t cublasGetVector(int n, int size, const void* d_x, int incx, void* y, int incy) {
    return copy_vector(n, size, d_x, incx, y, incy,
                       CUSIM_WAY(cudaMemcpyDeviceToHost, nullptr, true));
}
cublasStatus_t cublasSetMatrix(int rows, int cols, int size, const void* A, int lda, void* d_B,
                               int ldb) {
    return copy_matrix(rows, cols, size, A, lda, d_B, ldb,
                       CUSIM_WAY(cudaMemcpyHostToDevice, nullptr, true));
}
cublasStatus_t cublasGetMatrix(int rows, int cols, int size, const void* d_A, int lda, void* B,
                               int ldb) {
    return copy_matrix(rows, cols, size, d_A, lda, B, ldb,
                       CUSIM_WAY(cudaMemcpyDeviceToHost, nullptr, true));
}
cublasStatus_t cublasSetVectorAsync(int n, int size, const void* x, int incx, void* d_y, int incy,
                                    cudaStream_t stream) {
    return copy_vector(n, size, x, incx, d_y, incy,
                       CUSIM_WAY(cudaMemcpyHostToDevice, stream, false));
}
cublasStatus_t cublasGetVectorAsync(int n, int size, const void* d_x, int incx, void* y, int incy,
                                    cudaStream_t stream) {
    return copy_vector(n, size, d_x, incx, y, incy,
                       CUSIM_WAY(cudaMemcpyDeviceToHost, stream, false));
}
cublasStatus_t cublasSetMatrixAsync(int rows, int cols, int size, const void* A, int lda, void* d_B,
                                    int ldb, cudaStream_t stream) {
    return copy_matrix(rows, cols, size, A, lda, d_B, ldb,
                       CUSIM_WAY(cudaMemcpyHostToDevice, stream, false));
}
cublasStatus_t cublasGetMatrixAsync(int rows, int cols, int size, const void* d_A, int lda, void* B,
                                    int ldb, cudaStream_t stream) {
    return copy_matrix(rows, cols, size, d_A, lda, B, ldb,
                       CUSIM_WAY(cudaMemcpyDeviceToHost, stream, false));
}
