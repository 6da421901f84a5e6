// The vector that cuBLAS is to scale is in host memory.
#include <cublas_v2.h>
#include <cuda_runtime.h>

int main() {
    double x[64] = {};
    cublasHandle_t handle;
    cublasCreate(&handle);
    const double half = 0.5;
    cublasDscal(handle, 64, &half, x, 1);  // EXPECT host_pointer
    cudaDeviceSynchronize();
    cublasDestroy(handle);
    return 0;
}
