// A struct is passed by value straight from shared memory, which its neighbour has yet to fill.
// NEAR-MISS: argument
#include <cuda_runtime.h>

struct Row {
    int word[6];
};

__device__ __noinline__ int total(Row row) {
    int sum = 0;
    for (int i = 0; i < 6; ++i) sum += row.word[i];
    return sum;
}

__global__ void totals(int* out, bool fixed) {
    __shared__ Row rows[64];
    for (int i = 0; i < 6; ++i) rows[threadIdx.x].word[i] = threadIdx.x;  // OTHER race
    if (fixed) __syncthreads();
    out[threadIdx.x] = total(rows[63 - threadIdx.x]);  // EXPECT race
}

int main(int argc, char**) {
    int* out;
    cudaMalloc(&out, 64 * sizeof(int));
    totals<<<1, 64>>>(out, argc > 1);
    cudaDeviceSynchronize();
    cudaFree(out);
}
