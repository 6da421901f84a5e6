// Threads pass pointers to their local arrays through shared memory: each is private to its thread.
#include <cuda_runtime.h>

__global__ void neighbours(int* out) {
    __shared__ int* place[32];
    int mine[4];
    for (int i = 0; i < 4; ++i) mine[i] = 4 * threadIdx.x + i;
    place[threadIdx.x] = mine;
    __syncthreads();
    const int* const other = place[(threadIdx.x + 1) % 32];
    out[threadIdx.x] = other[2] + mine[3];  // EXPECT out_of_bounds
    __syncthreads();
}

int main() {
    int* out;
    cudaMalloc(&out, 32 * sizeof(int));
    neighbours<<<1, 32>>>(out);
    cudaDeviceSynchronize();
    cudaFree(out);
}
