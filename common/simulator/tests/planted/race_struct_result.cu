// A function's result goes straight to global memory: half of it is the next thread's.
// NEAR-MISS: argument
#include <cuda_runtime.h>

struct Row {
    int word[6];
};

__device__ __noinline__ Row filled(int value) {
    Row row;
    for (int i = 0; i < 6; ++i) row.word[i] = value;
    return row;
}

__global__ void fill(int* out, int step) {
    Row* const row = reinterpret_cast<Row*>(out + step * threadIdx.x);
    *row = filled(threadIdx.x);  // EXPECT race
}

int main(int argc, char**) {
    int* out;
    cudaMalloc(&out, 64 * sizeof(Row));
    fill<<<1, 64>>>(out, argc > 1 ? 6 : 3);
    cudaDeviceSynchronize();
    cudaFree(out);
}
