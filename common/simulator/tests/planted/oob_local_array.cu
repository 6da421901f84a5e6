// A small local array, indexed one too far by the data.
// NEAR-MISS: argument
// SAYS: index 8 of count, which has 8 elements
#include <cuda_runtime.h>

__global__ void digits(int* out, const int* in, int base) {
    int count[8];
    for (int k = 0; k < 8; ++k) count[k] = 0;
    for (int k = 0; k < 4; ++k) count[in[k] % base] += 1;  // EXPECT out_of_bounds
    int most = 0;
    for (int k = 0; k < 8; ++k) most = count[k] > most ? count[k] : most;
    out[threadIdx.x] = most;
}

int main(int argc, char**) {
    const int host[4] = {1, 8, 3, 1};
    int *in, *out;
    cudaMalloc(&in, sizeof host);
    cudaMalloc(&out, sizeof(int));
    cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
    digits<<<1, 1>>>(out, in, argc > 1 ? 8 : 9);
    cudaDeviceSynchronize();
    cudaFree(in);
    cudaFree(out);
}
