// The host copies and frees memory that a kernel allocated, which CUDA refuses.
// SAYS: The source was allocated by a kernel, and no copy reaches such memory
// SAYS: In a kernel, copy what is there
// SAYS: a kernel has allocated it, and only a kernel can free it
#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>

__device__ int* list;

__global__ void make() {
    list = static_cast<int*>(malloc(8 * sizeof(int)));
    for (int i = 0; i < 8; ++i) list[i] = i;
}

__global__ void release() {
    free(list);
}

int main() {
    int *from, first = 0;
    make<<<1, 1>>>();
    cudaMemcpyFromSymbol(&from, list, sizeof from);
    cudaMemcpy(&first, from, sizeof first, cudaMemcpyDeviceToHost);  // EXPECT bad_copy
    cudaFree(from);                                                  // EXPECT bad_copy
    release<<<1, 1>>>();
    std::printf("%d %s\n", first, cudaGetErrorString(cudaDeviceSynchronize()));
}
