// A function copies results to where it is told: to an array of the file, which is too short.
// SAYS: It takes 1024 bytes, and the destination, an array `results` of the host, has 400.
// NEAR-MISS: argument
#include <cuda_runtime.h>

#include <cstdio>

static float results[100];

__global__ void number(float* a) { a[threadIdx.x] = threadIdx.x; }

void fetch(float* to, const float* from, int n) {
    cudaMemcpy(to, from, n * sizeof(float), cudaMemcpyDeviceToHost);  // EXPECT bad_copy
}

int main(int argc, char**) {
    float* a;
    cudaMalloc(&a, 256 * sizeof(float));
    number<<<1, 256>>>(a);
    fetch(results, a, argc == 1 ? 256 : 100);
    std::printf("%g\n", results[7]);
    cudaFree(a);
}
