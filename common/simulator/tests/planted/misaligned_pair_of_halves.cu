// Neighbouring halves are loaded as pairs that begin at every half.
#include <cuda_fp16.h>
#include <cuda_runtime.h>

__global__ void differences(const __half* x, float* out, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i + 1 >= n) return;
    const __half2 pair = *reinterpret_cast<const __half2*>(x + i);  // EXPECT misaligned
    out[i] = __high2float(pair) - __low2float(pair);
}

int main() {
    __half host[64], *x;
    float* out;
    for (int i = 0; i < 64; ++i) host[i] = __float2half(i * i / 8.0f);
    cudaMalloc(&x, sizeof host);
    cudaMalloc(&out, 64 * sizeof(float));
    cudaMemcpy(x, host, sizeof host, cudaMemcpyHostToDevice);
    differences<<<1, 64>>>(x, out, 64);
    cudaDeviceSynchronize();
    cudaFree(x);
    cudaFree(out);
}
