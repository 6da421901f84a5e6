// Each thread sorts eight values in an array of its own.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void medians(int* out, const int* in) {
    int v[8];
    for (int i = 0; i < 8; ++i) v[i] = in[threadIdx.x * 8 + i];
    for (int i = 1; i < 8; ++i)
        for (int j = i; j > 0 && v[j - 1] > v[j]; --j) {
            const int swap = v[j];
            v[j] = v[j - 1];
            v[j - 1] = swap;
        }
    out[threadIdx.x] = v[4];
}

int main() {
    int host[256], *in, *out;
    for (int i = 0; i < 256; ++i) host[i] = i * 37 % 256;
    cudaMalloc(&in, sizeof host);
    cudaMalloc(&out, 32 * sizeof(int));
    cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
    medians<<<1, 32>>>(out, in);
    cudaMemcpy(host, out, 32 * sizeof(int), cudaMemcpyDeviceToHost);
    std::printf("%d\n", host[0]);
    cudaFree(in);
    cudaFree(out);
}
