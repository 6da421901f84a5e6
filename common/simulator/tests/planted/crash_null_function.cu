// A table of functions has an empty entry, and the kernel calls it: the launch fails, and the
// program continues.
// SAYS: calls a function through a null pointer
// SAYS: 1 error
#include <cuda_runtime.h>

using Function = float (*)(float);

__device__ float twice(float x) {
    return 2 * x;
}

__global__ void apply(float* values, int which) {
    Function function = which == 1 ? twice : nullptr;
    values[threadIdx.x] = function(values[threadIdx.x]);  // EXPECT crash
}

int main() {
    float* values;
    cudaMalloc(&values, 32 * sizeof(float));
    cudaMemset(values, 0, 32 * sizeof(float));
    apply<<<1, 32>>>(values, 0);
    if (cudaDeviceSynchronize() != cudaErrorIllegalInstruction) return 1;
    cudaFree(values);
}
