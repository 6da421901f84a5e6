// Recursion that in practice does not end.
// NEAR-MISS: argument
#include <cuda_runtime.h>

__device__ int depth(const int* next, int at) {
    volatile int trace[64];  // EXPECT stack_overflow
    trace[at % 64] = at;
    return next[at] == at ? trace[at % 64] : 1 + depth(next, next[at]);
}

__global__ void measure(int* out, const int* next) {
    out[0] = depth(next, 0);
}

int main(int argc, char**) {
    int host[8] = {1, 2, 3, 4, 5, 6, 7, 0};
    if (argc > 1) host[7] = 7;
    int *next, *out;
    cudaMalloc(&next, sizeof host);
    cudaMalloc(&out, sizeof(int));
    cudaMemcpy(next, host, sizeof host, cudaMemcpyHostToDevice);
    measure<<<1, 1>>>(out, next);
    cudaDeviceSynchronize();
    cudaFree(next);
    cudaFree(out);
}
