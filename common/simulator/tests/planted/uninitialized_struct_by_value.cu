// The last word of each struct was never written when it is passed by value.
// NEAR-MISS: argument
#include <cuda_runtime.h>

struct Five {
    int word[5];
};

__device__ __noinline__ int total(Five five) {
    return five.word[0] + five.word[1] + five.word[2] + five.word[3] + five.word[4];
}

__global__ void set(Five* all, int words) {
    for (int i = 0; i < words; ++i) all[threadIdx.x].word[i] = i;
}

__global__ void totals(int* out, const Five* all) {
    out[threadIdx.x] = total(all[threadIdx.x]);  // EXPECT uninitialized_read
}

int main(int argc, char**) {
    Five* all;
    int* out;
    cudaMalloc(&all, 32 * sizeof(Five));
    cudaMalloc(&out, 32 * sizeof(int));
    set<<<1, 32>>>(all, argc > 1 ? 5 : 4);
    totals<<<1, 32>>>(out, all);
    cudaDeviceSynchronize();
    cudaFree(all);
    cudaFree(out);
}
