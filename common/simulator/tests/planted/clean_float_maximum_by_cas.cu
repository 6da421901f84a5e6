// The maximum of floats, with atomicCAS.
#include <cuda_runtime.h>

#include <cstdio>

__device__ void atomic_max(float* address, float value) {
    int* const bits = reinterpret_cast<int*>(address);
    int seen = atomicAdd(bits, 0);
    while (__int_as_float(seen) < value) {
        const int before = atomicCAS(bits, seen, __float_as_int(value));
        if (before == seen) break;
        seen = before;
    }
}

__global__ void largest(float* out, const float* in, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) atomic_max(out, in[i]);
}

int main() {
    float host[100], *in, *out;
    for (int i = 0; i < 100; ++i) host[i] = i * 37 % 100;
    cudaMalloc(&in, sizeof host);
    cudaMalloc(&out, sizeof(float));
    cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
    cudaMemset(out, 0, sizeof(float));
    largest<<<2, 64>>>(out, in, 100);
    cudaMemcpy(host, out, sizeof(float), cudaMemcpyDeviceToHost);
    std::printf("%f\n", host[0]);
    cudaFree(in);
    cudaFree(out);
}
