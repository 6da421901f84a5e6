// Half precision and bfloat16: conversions, arithmetic in pairs, a dot product, softmax, atomics.
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cmath>
#include <cstdio>
#include <vector>

__forceinline__ __device__ void reduceInShared_native(half2 *const v) {
    if (threadIdx.x < 64) v[threadIdx.x] = v[threadIdx.x] + v[threadIdx.x + 64];
    __syncthreads();
    for (int i = 32; i > 0; i /= 2) {
        if (threadIdx.x < i) v[threadIdx.x] = __hadd2(v[threadIdx.x], v[threadIdx.x + i]);
        __syncthreads();
    }
}
__global__ void scalar_product(half2 const *const a, half2 const *const b, float *const results, size_t const size) {
    __shared__ half2 shArray[128];
    half2 value = __float2half2_rn(0.f);
    for (int i = threadIdx.x + blockDim.x * blockIdx.x; i < size; i += blockDim.x * gridDim.x) value = __hfma2(a[i], b[i], value);
    shArray[threadIdx.x] = value;
    __syncthreads();
    reduceInShared_native(shArray);
    if (threadIdx.x == 0) results[blockIdx.x] = __low2float(shArray[0]) + __high2float(shArray[0]);
}
template <typename T>
__global__ void softmax(const T *in, T *out, int n) {
    __shared__ float part[32];
    const int t = threadIdx.x;
    float largest = -INFINITY, sum = 0;
    for (int i = t; i < n; i += 32) largest = fmaxf(largest, static_cast<float>(in[i]));
    for (int d = 16; d; d /= 2) largest = fmaxf(largest, __shfl_xor_sync(~0u, largest, d));
    for (int i = t; i < n; i += 32) sum += expf(float(in[i]) - largest);
    part[t] = sum;
    __syncwarp();
    sum = 0;
    for (int i = 0; i < 32; i++) sum += part[i];
    for (int i = t; i < n; i += 32) out[i] = T(expf(float(in[i]) - largest) / sum);
}
__global__ void odds_and_ends(const __half *h, __half *out, __nv_bfloat16 *bf, int *flags) {
    const __half one = __float2half(1.0f), third = __hdiv(one, __float2half_rn(3.0f));
    flags[0] = __half_as_ushort(third) == 0x3555 && __half2float(third) == 0.333251953125f;
    flags[1] = __hlt(third, one) && __hgt(one, third) && !__heq(one, third) && one != third && third <= one;
    flags[2] = __half2int_rn(__float2half(2.5f)) == 2 && __half2int_rz(__float2half(-2.9f)) == -2;
    flags[3] = __hisinf(__float2half(1e6f)) == 1 && __hisnan(hsqrt(__float2half(-1.0f)));
    flags[4] = __half_as_ushort(__float2half_rd(0.1f)) + 1 == __half_as_ushort(__float2half_ru(0.1f));
    const __half2 pair = __floats2half2_rn(1.5f, -2.0f), swapped = __lowhigh2highlow(pair);
    const float2 wide = __half22float2(__hmul2(pair, swapped));
    flags[5] = wide.x == -3 && wide.y == -3 && __hbeq2(pair, __halves2half2(__low2half(pair), __high2half(pair)));
    flags[6] = __half2float(hexp(__float2half(0.0f))) == 1 && float(hrsqrt(__float2half(4.0f))) == 0.5f && float(__habs(__hneg(one))) == 1;
    flags[7] = __half2float(__hfma(h[0], h[1], one)) == 7 && float(h[1] * h[1] - h[0]) == 7 && float(__ldg(h)) == 2;
    __half sum = h[0];
    sum += h[1];
    sum = sum / __float2half(2.0f);
    out[0] = sum;
    bf[0] = __float2bfloat16(1.00390625f);
    flags[8] = __bfloat162float(bf[0]) == 1.0f && __bfloat162float(__float2bfloat16(3e38f)) > 2.9e38f;
    flags[9] = __bfloat162float(__hadd(__float2bfloat16(1.0f), __float2bfloat16(0.0078125f))) == 1.0078125f;
    flags[10] = float(__shfl_sync(1u, sum, 0)) == 2.5f && sizeof(half2) == 4 && alignof(half2) == 4;
}
__global__ void count(__half *total, __half2 *pairs) {
    atomicAdd(total, __float2half(0.5f));
    atomicAdd(pairs, __floats2half2_rn(1.0f, -1.0f));
}

__global__ void named_values(float *values) {
    values[0] = __half2float(CUDART_MAX_NORMAL_FP16), values[1] = __half2float(CUDART_MIN_DENORM_FP16);
    values[2] = __half2float(CUDART_INF_FP16), values[3] = __half2float(CUDART_ONE_FP16);
    values[4] = __bfloat162float(CUDART_MAX_NORMAL_BF16), values[5] = __bfloat162float(CUDART_ONE_BF16);
    values[6] = __bfloat162float(CUDART_NAN_BF16), values[7] = __half2float(CUDART_NAN_FP16);
}

int main() {
    const int n = 1000;
    std::vector<half2> a(n), b(n);
    float expected = 0;
    for (int i = 0; i < n; i++) {
        a[i] = __floats2half2_rn(float(i % 4), 0.5f), b[i] = __floats2half2_rn(0.25f, float(i % 2));
        expected += i % 4 * 0.25f + 0.5f * (i % 2);
    }
    half2 *da, *db;
    float *d_results, results[4], sum = 0;
    cudaMalloc(&da, n * sizeof(half2)), cudaMalloc(&db, n * sizeof(half2)), cudaMalloc(&d_results, sizeof results);
    cudaMemcpy(da, a.data(), n * sizeof(half2), cudaMemcpyHostToDevice);
    cudaMemcpy(db, b.data(), n * sizeof(half2), cudaMemcpyHostToDevice);
    scalar_product<<<4, 128>>>(da, db, d_results, n);
    cudaMemcpy(results, d_results, sizeof results, cudaMemcpyDeviceToHost);
    for (float r : results) sum += r;
    bool ok = sum == expected;

    std::vector<__half> x(100), y(100);
    for (int i = 0; i < 100; i++) x[i] = __float2half(0.1f * (i % 20));
    __half *dx = reinterpret_cast<__half *>(da), *dy = reinterpret_cast<__half *>(db);
    cudaMemcpy(dx, x.data(), 200, cudaMemcpyHostToDevice);
    softmax<<<1, 32>>>(dx, dy, 100);
    cudaMemcpy(y.data(), dy, 200, cudaMemcpyDeviceToHost);
    float total = 0;
    for (__half v : y) total += __half2float(v);
    ok = ok && std::fabs(total - 1) < 0.01f;
    std::vector<__nv_bfloat16> bx(64, __float2bfloat16(2.0f)), by(64);
    cudaMemcpy(da, bx.data(), 128, cudaMemcpyHostToDevice);
    softmax<<<1, 32>>>(reinterpret_cast<__nv_bfloat16 *>(da), reinterpret_cast<__nv_bfloat16 *>(db), 64);
    cudaMemcpy(by.data(), db, 128, cudaMemcpyDeviceToHost);
    for (__nv_bfloat16 v : by) ok = ok && __bfloat162float(v) == 1.0f / 64;

    int *d_flags, flags[11] = {};
    const __half two[] = {__float2half(2.0f), __float2half(3.0f)};
    __nv_bfloat16 *d_bf;
    cudaMalloc(&d_flags, sizeof flags), cudaMalloc(&d_bf, 2);
    cudaMemcpy(dx, two, sizeof two, cudaMemcpyHostToDevice);
    odds_and_ends<<<1, 1>>>(dx, dy, d_bf, d_flags);
    cudaMemcpy(flags, d_flags, sizeof flags, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 11; i++)
        if (!flags[i]) printf("flag %d\n", i), ok = false;
    cudaMemset(da, 0, 8);
    count<<<2, 32>>>(dx, da + 1);
    cudaMemcpy(a.data(), da, 8, cudaMemcpyDeviceToHost);
    ok = ok && __low2float(a[0]) == 32 && __low2float(a[1]) == 64 && __high2float(a[1]) == -64;
    float *d_values, values[8];
    cudaMalloc(&d_values, sizeof values);
    named_values<<<1, 1>>>(d_values);
    cudaMemcpy(values, d_values, sizeof values, cudaMemcpyDeviceToHost);
    ok = ok && values[0] == 65504 && values[1] == std::ldexp(1.0f, -24) && std::isinf(values[2]) && values[3] == 1;
    ok = ok && values[4] == std::ldexp(255.0f, 120) && values[5] == 1 && std::isnan(values[6]) && std::isnan(values[7]);
    cudaFree(d_values);
    cudaFree(da), cudaFree(db), cudaFree(d_results), cudaFree(d_flags), cudaFree(d_bf);
    puts(ok ? "OK" : "FAILED");
    return !ok;
}
