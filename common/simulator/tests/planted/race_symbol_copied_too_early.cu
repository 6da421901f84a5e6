// The total is copied from its symbol while the kernel of another stream still adds to it.
// NO WITNESS: a copy is not moved to another place
#include <cuda_runtime.h>

#include <cstdio>

__device__ int total;

__global__ void add(const int* x) { atomicAdd(&total, x[threadIdx.x]); }

int main() {
    int host[64], *x, sum = 0;
    for (int i = 0; i < 64; ++i) host[i] = i;
    cudaMalloc(&x, sizeof host);
    cudaMemcpy(x, host, sizeof host, cudaMemcpyHostToDevice);
    cudaStream_t stream;
    cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
    add<<<1, 64, 0, stream>>>(x);
    cudaMemcpyFromSymbol(&sum, total, sizeof sum);  // EXPECT race
    std::printf("%d\n", sum);
    cudaStreamSynchronize(stream);
    cudaStreamDestroy(stream);
    cudaFree(x);
}
