// The left neighbour of element 0.
// NEAR-MISS: argument
#include <cuda_runtime.h>

__global__ void left(int* out, const int* in, bool fixed) {
    const int i = threadIdx.x;
    out[i] = fixed && i == 0 ? 0 : in[i - 1];  // EXPECT out_of_bounds
}

int main(int argc, char**) {
    int *in, *out;
    cudaMalloc(&in, 64 * sizeof(int));
    cudaMalloc(&out, 64 * sizeof(int));
    cudaMemset(in, 0, 64 * sizeof(int));
    left<<<1, 64>>>(out, in, argc > 1);
    cudaDeviceSynchronize();
    cudaFree(in);
    cudaFree(out);
}
