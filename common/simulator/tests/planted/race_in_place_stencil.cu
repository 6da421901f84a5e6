// Blocks read and write one buffer: a second buffer is needed, since no barrier can help.
// NEAR-MISS: argument
#include <cuda_runtime.h>

__global__ void smooth(float* out, const float* in, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i && i < n - 1) out[i] = (in[i - 1] + in[i] + in[i + 1]) / 3;  // EXPECT race // OTHER race
}

int main(int argc, char**) {
    const int n = 512;
    float *in, *out;
    cudaMalloc(&in, n * sizeof(float));
    cudaMalloc(&out, n * sizeof(float));
    cudaMemset(in, 0, n * sizeof(float));
    cudaMemset(in, 63, 127 * sizeof(float));
    smooth<<<(n + 127) / 128, 128>>>(argc > 1 ? out : in, in, n);
    cudaDeviceSynchronize();
    cudaFree(in);
    cudaFree(out);
}
