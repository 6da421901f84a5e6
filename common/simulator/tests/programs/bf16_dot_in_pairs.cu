// Dot products of bfloat16 and half vectors in pairs, summed in float by a warp; conversions both
// ways, comparisons and fused operations.
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_runtime.h>

#include <cmath>
#include <cstdio>

constexpr int n = 256;

template <class Pair>
struct Parts;
template <>
struct Parts<__nv_bfloat162> {
    __device__ static float2 floats(__nv_bfloat162 v) { return __bfloat1622float2(v); }
    __device__ static __nv_bfloat162 pair(float a, float b) { return __floats2bfloat162_rn(a, b); }
};
template <>
struct Parts<__half2> {
    __device__ static float2 floats(__half2 v) { return __half22float2(v); }
    __device__ static __half2 pair(float a, float b) { return __floats2half2_rn(a, b); }
};

template <class Pair>
__global__ void fill(Pair* x, Pair* y) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n / 2) return;
    x[i] = Parts<Pair>::pair(float(i % 8), 1.0f);
    y[i] = Parts<Pair>::pair(2.0f, float(i % 4) - 1.0f);
}

template <class Pair>
__global__ void dot(const Pair* __restrict__ x, const Pair* __restrict__ y, float* sum) {
    Pair products = Parts<Pair>::pair(0.0f, 0.0f);
    for (int i = threadIdx.x; i < n / 2; i += 32) products = __hfma2(x[i], y[i], products);
    const float2 parts = Parts<Pair>::floats(products);
    float mine = parts.x + parts.y;
#pragma unroll
    for (int offset = 16; offset > 0; offset /= 2)
        mine += __shfl_xor_sync(0xffffffffu, mine, offset);
    if (threadIdx.x == 0) *sum = mine;
}

__global__ void greatest(const __half* x, __half* most) {
    __half mine = x[threadIdx.x];
    for (int offset = 16; offset > 0; offset >>= 1) {
        const __half other = __shfl_down_sync(0xffffffffu, mine, offset);
        if (__hgt(other, mine)) mine = other;
    }
    if (threadIdx.x == 0) *most = mine;
}

template <class Pair>
float run() {
    Pair *x, *y;
    float *sum, result;
    cudaMalloc(&x, n / 2 * sizeof(Pair));
    cudaMalloc(&y, n / 2 * sizeof(Pair));
    cudaMalloc(&sum, sizeof(float));
    fill<Pair><<<2, 64>>>(x, y);
    dot<Pair><<<1, 32>>>(x, y, sum);
    cudaMemcpy(&result, sum, sizeof result, cudaMemcpyDeviceToHost);
    cudaFree(x);
    cudaFree(y);
    cudaFree(sum);
    return result;
}

int main() {
    float expected = 0;
    for (int i = 0; i < n / 2; ++i) expected += 2.0f * (i % 8) + (i % 4 - 1.0f);
    const float a = run<__nv_bfloat162>(), b = run<__half2>();
    __half host[32], most, *x, *m;
    for (int i = 0; i < 32; ++i) host[i] = __float2half(i == 13 ? 7.5f : -i / 4.0f);
    cudaMalloc(&x, sizeof host);
    cudaMalloc(&m, sizeof most);
    cudaMemcpy(x, host, sizeof host, cudaMemcpyHostToDevice);
    greatest<<<1, 32>>>(x, m);
    cudaMemcpy(&most, m, sizeof most, cudaMemcpyDeviceToHost);
    cudaFree(x);
    cudaFree(m);
    const bool ok = a == expected && b == expected && __half2float(most) == 7.5f;
    std::printf(ok ? "OK\n" : "%f %f %f\n", a, b, expected);
}
