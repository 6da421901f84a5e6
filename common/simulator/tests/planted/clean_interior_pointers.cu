// Pointers into the middle of an array, and indices that are negative there.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void differences(float* out, const float* middle) {
    const int i = static_cast<int>(threadIdx.x) - 16;
    out[threadIdx.x] = middle[i + 1] - middle[i];
}

int main() {
    float host[33], *in, *out;
    for (int i = 0; i < 33; ++i) host[i] = i * i;
    cudaMalloc(&in, sizeof host);
    cudaMalloc(&out, 32 * sizeof(float));
    cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
    differences<<<1, 32>>>(out, in + 16);
    cudaMemcpy(host, out, 32 * sizeof(float), cudaMemcpyDeviceToHost);
    std::printf("%f\n", host[0]);
    cudaFree(in);
    cudaFree(out);
}
