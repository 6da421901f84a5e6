// A static variable in a function is one variable for all threads and calls.
// NEAR-MISS: argument
#include <cuda_runtime.h>

__device__ int next(bool fixed) {
    static int calls = 0;
    if (fixed) return atomicAdd(&calls, 1);
    return calls++;  // EXPECT race // OTHER race
}

__global__ void number(int* places, bool fixed) {
    places[blockIdx.x * blockDim.x + threadIdx.x] = next(fixed);
}

int main(int argc, char**) {
    int* places;
    cudaMalloc(&places, 64 * sizeof(int));
    number<<<2, 32>>>(places, argc > 1);
    cudaDeviceSynchronize();
    cudaFree(places);
    return 0;
}
