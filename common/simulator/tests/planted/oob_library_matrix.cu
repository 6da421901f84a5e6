// B is k by n, and was allocated with the sizes of A: the product reads beyond its end.
#include <cublas_v2.h>
#include <cuda_runtime.h>

int main() {
    const int m = 8, k = 16, n = 32;
    float *a, *b, *c;
    cudaMalloc(&a, m * k * sizeof(float));
    cudaMalloc(&b, m * k * sizeof(float));
    cudaMalloc(&c, m * n * sizeof(float));
    cudaMemset(a, 0, m * k * sizeof(float));
    cudaMemset(b, 0, m * k * sizeof(float));
    cublasHandle_t blas;
    cublasCreate(&blas);
    const float one = 1, none = 0;
    const cublasOperation_t as_is = CUBLAS_OP_N;
    // clang-format off
    cublasSgemm(blas, as_is, as_is, m, n, k, &one, a, m, b, k, &none, c, m);  // EXPECT out_of_bounds
    // clang-format on
    cudaDeviceSynchronize();
    cublasDestroy(blas);
    cudaDeviceReset();
    return 0;
}
