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
    cublasLtHandle_t blas;
    cublasLtCreate(&blas);
    cublasLtMatmulDesc_t product;
    cublasLtMatmulDescCreate(&product, CUBLAS_COMPUTE_32F, CUDA_R_32F);
    cublasLtMatrixLayout_t factor, result;
    const auto describe = [](cublasLtMatrixLayout_t* layout, int64_t apart) {
        const int32_t count = batch;
        cublasLtMatrixLayoutCreate(layout, CUDA_R_32F, n, n, n);
        cublasLtMatrixLayoutSetAttribute(*layout, CUBLASLT_MATRIX_LAYOUT_BATCH_COUNT, &count,
                                         sizeof count);
        cublasLtMatrixLayoutSetAttribute(*layout, CUBLASLT_MATRIX_LAYOUT_STRIDED_BATCH_OFFSET,
                                         &apart, sizeof apart);
    };
    describe(&factor, size);
    describe(&result, size + n);
    const float one = 1, zero = 0;
    cublasLtMatmul(blas, product, &one, A, factor, B, factor, &zero, C, result, C,  //
                   result, nullptr, nullptr, 0, nullptr);  // EXPECT out_of_bounds
    cudaDeviceSynchronize();
    cublasLtDestroy(blas);
    cudaDeviceReset();
    return 0;
}
