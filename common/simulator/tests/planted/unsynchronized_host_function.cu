// The host reads what a host function computes, which the stream may not have called yet.
// NEAR-MISS: argument
// SAYS: cudaLaunchHostFunc() returns before the function has run
#include <cuda_runtime.h>

#include <cstdio>

static void CUDART_CB add(void* data) {
    int* const x = static_cast<int*>(data);
    for (int i = 1; i < 32; ++i) x[0] += x[i];
}

__global__ void fill(int* x) {
    x[threadIdx.x] = threadIdx.x;
}

int main(int argc, char**) {
    int* x;
    cudaStream_t stream;
    cudaStreamCreate(&stream);
    cudaMallocHost(&x, 32 * sizeof(int));
    fill<<<1, 32, 0, stream>>>(x);
    cudaLaunchHostFunc(stream, add, x);
    if (argc > 1) cudaStreamSynchronize(stream);
    std::printf("%d\n", x[0]);  // EXPECT unsynchronized_access
    cudaStreamSynchronize(stream);
    cudaStreamDestroy(stream);
    cudaFreeHost(x);
}
