// Each thread copies three words instead of one, with a builtin that the compiler expands.
// NEAR-MISS: argument
// NO WITNESS: the pairs that are tried store the same
#include <cuda_runtime.h>

__global__ void shift(int* out, const int* in, int step) {
    __builtin_memcpy(&out[step * threadIdx.x], &in[threadIdx.x % 8], 12);  // EXPECT race
}

int main(int argc, char**) {
    int host[100], *in, *out;
    for (int i = 0; i < 100; ++i) host[i] = i * i;
    cudaMalloc(&in, 400);
    cudaMalloc(&out, 1200);
    cudaMemcpy(in, host, 400, cudaMemcpyHostToDevice);
    shift<<<1, 64>>>(out, in, argc > 1 ? 3 : 1);
    cudaDeviceSynchronize();
    cudaFree(in);
    cudaFree(out);
}
