// cuBLAS follows the kernel that fills its operands: in the same stream, and behind an event in
// another. Two products of disjoint columns run side by side, and share what they read.
#include <cublas_v2.h>
#include <cuda_runtime.h>

__global__ void fill(float* x, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) x[i] = float(i % 7);
}

int main() {
    const int n = 32;
    float *a, *c, *norm;
    cudaMalloc(&a, n * n * sizeof(float));
    cudaMalloc(&c, n * n * sizeof(float));
    cudaMalloc(&norm, sizeof(float));
    cudaStream_t streams[2];
    cudaEvent_t filled, other_half;
    for (cudaStream_t& stream : streams) cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
    cudaEventCreate(&filled);
    cudaEventCreate(&other_half);
    cublasHandle_t handle;
    cublasCreate(&handle);
    const float one = 1, none = 0;
    fill<<<4, 256, 0, streams[0]>>>(a, n * n);
    cudaEventRecord(filled, streams[0]);
    cudaStreamWaitEvent(streams[1], filled, 0);
    for (int half = 0; half < 2; ++half) {
        const int at = half * n / 2 * n;
        cublasSetStream(handle, streams[half]);
        cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, n, n / 2, n, &one, a, n, a + at, n, &none,
                    c + at, n);
    }
    cudaEventRecord(other_half, streams[1]);
    cudaStreamWaitEvent(streams[0], other_half, 0);
    cublasSetStream(handle, streams[0]);
    cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_DEVICE);
    cublasSnrm2(handle, n * n, c, 1, norm);
    float result = 0;
    cudaMemcpyAsync(&result, norm, sizeof(float), cudaMemcpyDeviceToHost, streams[0]);
    cudaStreamSynchronize(streams[0]);
    cublasDestroy(handle);
    for (cudaStream_t& stream : streams) cudaStreamDestroy(stream);
    cudaEventDestroy(filled);
    cudaEventDestroy(other_half);
    cudaFree(a);
    cudaFree(c);
    cudaFree(norm);
    return result > 0 ? 0 : 1;
}
