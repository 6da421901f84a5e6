// Sums of floats by atomics: the last bits depend on the order, which is not reported.
// ORDER: compare
#include <cuda_runtime.h>

#include <cstdio>

__global__ void sum(float* out, const float* in, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) atomicAdd(out, in[i]);
}

int main() {
    float host[1000], *in, *out;
    for (int i = 0; i < 1000; ++i) host[i] = 1.0f / (i + 1);
    cudaMalloc(&in, sizeof host);
    cudaMalloc(&out, sizeof(float));
    cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
    cudaMemset(out, 0, sizeof(float));
    sum<<<4, 256>>>(out, in, 1000);
    cudaMemcpy(host, out, sizeof(float), cudaMemcpyDeviceToHost);
    std::printf("%f\n", host[0]);
    cudaFree(in);
    cudaFree(out);
}
