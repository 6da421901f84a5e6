// half and bfloat16.
#include <cuda_bf16.h>
#include <cuda_fp16.h>

__global__ void halves(int n, half* y, const half2* x) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    half2 sum = __hadd2(x[i], __float2half2_rn(1.0f));
    sum = __hfma2(sum, x[i], __halves2half2(__low2half(x[i]), __high2half(x[i])));
    y[i] = __hadd(__low2half(sum), __float2half(__half2float(__high2half(sum)) * 2.0f));
    if (__hgt(y[i], __int2half_rn(3))) y[i] = hsqrt(y[i]);
    atomicAdd(&y[0], y[i]);
}

__global__ void bfloats(int n, __nv_bfloat16* y, const float* x) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] = __float2bfloat16(x[i]) * __nv_bfloat16(2.0f) + __hmax(y[i], y[0]);
}

float on_the_host(float x) {
    return __half2float(__float2half(x)) + float(__nv_bfloat16(x));
}
