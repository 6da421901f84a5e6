// cudaMemcpy waits for the streams that block, and for no stream made with cudaStreamNonBlocking.
// NEAR-MISS: argument
// NO WITNESS: the copy is not in a launch that could be run again
#include <cuda_runtime.h>

#include <cstdio>

__global__ void fill(int* x) {
    x[threadIdx.x] = threadIdx.x;  // OTHER race
}

int main(int argc, char**) {
    int host[256], *x;
    cudaStream_t stream;
    cudaMalloc(&x, sizeof host);
    cudaStreamCreateWithFlags(&stream, argc > 1 ? cudaStreamDefault : cudaStreamNonBlocking);
    fill<<<1, 256, 0, stream>>>(x);
    cudaMemcpy(host, x, sizeof host, cudaMemcpyDeviceToHost);  // EXPECT race
    std::printf("%d\n", host[5]);
    cudaStreamDestroy(stream);
    cudaFree(x);
}
