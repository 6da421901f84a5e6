// beta is 1, so the product is added to C, which was never written.
#include <cublas_v2.h>
#include <cuda_runtime.h>

int main() {
    const int n = 16;
    double *a, *c;
    cudaMalloc(&a, n * n * sizeof(double));
    cudaMalloc(&c, n * n * sizeof(double));
    cudaMemset(a, 0, n * n * sizeof(double));
    cublasHandle_t blas;
    cublasCreate(&blas);
    const double one = 1;
    const cublasOperation_t op = CUBLAS_OP_N;
    // clang-format off
    cublasDgemm(blas, op, op, n, n, n, &one, a, n, a, n, &one, c, n);  // EXPECT uninitialized_read
    // clang-format on
    cudaDeviceSynchronize();
    cublasDestroy(blas);
    cudaFree(a);
    cudaFree(c);
    return 0;
}
