// A host array is passed to the kernel.
// NEAR-MISS: argument
#include <cuda_runtime.h>

#include <cstdlib>

__global__ void twice(int* out, const int* in) {
    out[threadIdx.x] = 2 * in[threadIdx.x];  // EXPECT host_pointer
}

int main(int argc, char**) {
    int* host = (int*)calloc(64, sizeof(int));
    int *in, *out;
    cudaMalloc(&in, 64 * sizeof(int));
    cudaMalloc(&out, 64 * sizeof(int));
    cudaMemcpy(in, host, 64 * sizeof(int), cudaMemcpyHostToDevice);
    twice<<<1, 64>>>(out, argc > 1 ? in : host);
    cudaDeviceSynchronize();
    cudaFree(in);
    cudaFree(out);
    free(host);
}
