// The matrices of a batch of C are one row too far apart, so the last one ends behind the array.
#include <cublasLt.h>
#include <cuda_runtime.h>

int main() {
    constexpr int n = 4, batch = 3, size = n * n;
    float *A, *B, *C;
    cudaMalloc(&A, batch * size * sizeof(float));
    cudaMalloc(&B, batch * size * sizeof(float));
    cudaMalloc(&C, batch * size * sizeof(float));
    cudaMemset(A, 0, batch * size * sizeof(float));
    cudaMemset(B, 0, batch * size * sizeof(float));
    cublasLtHandle_t lt;
    cublasLtCreate(&lt);
    cublasLtMatmulDesc_t how;
    cublasLtMatmulDescCreate(&how, CUBLAS_COMPUTE_32F, CUDA_R_32F);
    cublasLtMatrixLayout_t in, out;
    const auto describe = [](cublasLtMatrixLayout_t* layout, int64_t apart) {
        const int32_t count = batch;
        cublasLtMatrixLayoutCreate(layout, CUDA_R_32F, n, n, n);
        cublasLtMatrixLayoutSetAttribute(*layout, CUBLASLT_MATRIX_LAYOUT_BATCH_COUNT, &count,
                                         sizeof count);
        cublasLtMatrixLayoutSetAttribute(*layout, CUBLASLT_MATRIX_LAYOUT_STRIDED_BATCH_OFFSET,
                                         &apart, sizeof apart);
    };
    describe(&in, size);
    describe(&out, size + n);
    const float one = 1, zero = 0;
    cublasLtMatmul(lt, how, &one, A, in, B, in, &zero,  // EXPECT out_of_bounds
                   C, out, C, out, nullptr, nullptr, 0, nullptr);
    cudaDeviceSynchronize();
    cublasLtDestroy(lt);
    cudaDeviceReset();
    return 0;
}
