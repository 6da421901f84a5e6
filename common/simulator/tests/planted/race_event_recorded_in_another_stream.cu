// The event is recorded in the default stream, which waits for no stream that does not block.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void fill(int* x) { x[threadIdx.x] = threadIdx.x; }
__global__ void twice(const int* x, int* y) { y[threadIdx.x] = 2 * x[threadIdx.x]; }  // EXPECT race

int main() {
    int *x, *y, host[64];
    cudaMalloc(&x, sizeof host);
    cudaMalloc(&y, sizeof host);
    cudaStream_t a, b;
    cudaStreamCreateWithFlags(&a, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&b, cudaStreamNonBlocking);
    cudaEvent_t filled;
    cudaEventCreateWithFlags(&filled, cudaEventDisableTiming);
    fill<<<1, 64, 0, a>>>(x);
    cudaEventRecord(filled);
    cudaStreamWaitEvent(b, filled, 0);
    twice<<<1, 64, 0, b>>>(x, y);
    cudaDeviceSynchronize();
    cudaMemcpy(host, y, sizeof host, cudaMemcpyDeviceToHost);
    std::printf("%d\n", host[5]);
    cudaEventDestroy(filled);
    cudaStreamDestroy(a);
    cudaStreamDestroy(b);
    cudaFree(x);
    cudaFree(y);
}
