// A matrix kept in E4M3 with a scale for each row, as inference codes keep weights, and the edges
// of both formats: ties, the largest number, infinity, what is too small.
#include <cuda_fp8.h>

#include <cmath>
#include <cstdio>

constexpr int ROWS = 8, COLUMNS = 64;

__global__ void quantise(const float* values, __nv_fp8x4_e4m3* quarters, float* scales) {
    __shared__ float largest[COLUMNS];
    const float* row = values + blockIdx.x * COLUMNS;
    largest[threadIdx.x] = fabsf(row[threadIdx.x]);
    __syncthreads();
    for (int half = COLUMNS / 2; half > 0; half /= 2) {
        if (threadIdx.x < half)
            largest[threadIdx.x] = fmaxf(largest[threadIdx.x], largest[threadIdx.x + half]);
        __syncthreads();
    }
    const float scale = largest[0] / 448;
    if (threadIdx.x == 0) scales[blockIdx.x] = scale;
    if (threadIdx.x < COLUMNS / 4) {
        const float4 v = reinterpret_cast<const float4*>(row)[threadIdx.x];
        quarters[blockIdx.x * COLUMNS / 4 + threadIdx.x] =
            __nv_fp8x4_e4m3(make_float4(v.x / scale, v.y / scale, v.z / scale, v.w / scale));
    }
}

__global__ void row_sums(const __nv_fp8_e4m3* weights, const float* scales, float* sums) {
    float sum = 0;
    for (int c = 0; c < COLUMNS; ++c) sum += float(weights[threadIdx.x * COLUMNS + c]);
    sums[threadIdx.x] = sum * scales[threadIdx.x];
}

bool sums_are_close() {
    float *values, *scales, *sums;
    __nv_fp8x4_e4m3* quarters;
    cudaMallocManaged(&values, ROWS * COLUMNS * sizeof *values);
    cudaMallocManaged(&scales, ROWS * sizeof *scales);
    cudaMallocManaged(&sums, ROWS * sizeof *sums);
    cudaMallocManaged(&quarters, ROWS * COLUMNS);
    for (int i = 0; i < ROWS * COLUMNS; ++i) values[i] = float(i % 37) + 1;
    quantise<<<ROWS, COLUMNS>>>(values, quarters, scales);
    row_sums<<<1, ROWS>>>(reinterpret_cast<__nv_fp8_e4m3*>(quarters), scales, sums);
    cudaDeviceSynchronize();
    bool close = true;
    for (int r = 0; r < ROWS; ++r) {
        float exact = 0;
        for (int c = 0; c < COLUMNS; ++c) exact += values[r * COLUMNS + c];
        close = close && std::fabs(sums[r] - exact) < 0.02f * exact;
    }
    cudaFree(values);
    cudaFree(scales);
    cudaFree(sums);
    cudaFree(quarters);
    return close;
}

template <class T>
int bits(float value) {
    return T(value).__x;
}

bool edges_are_right() {
    using E4 = __nv_fp8_e4m3;
    using E5 = __nv_fp8_e5m2;
    return bits<E4>(1.5f) == 0x3c && bits<E4>(-448) == 0xfe && bits<E4>(1e9f) == 0x7e &&
           bits<E4>(1.0625f) == 0x38 && bits<E4>(1.1875f) == 0x3a &&  // ties go to even
           bits<E4>(0.001953125f) == 1 && bits<E4>(0.0009765625f) == 0 && bits<E4>(NAN) == 0x7f &&
           bits<E5>(1.5f) == 0x3e && bits<E5>(INFINITY) == 0x7b && bits<E5>(-0.0f) == 0x80 &&
           __nv_cvt_float_to_fp8(1e9f, __NV_NOSAT, __NV_E5M2) == 0x7c &&
           __nv_cvt_float_to_fp8(1e9f, __NV_NOSAT, __NV_E4M3) == 0x7f &&
           float(E5(57344.0f)) == 57344 && __half(E4(-3.5f)) == __half(-3.5f);
}

int main() {
    const bool right = edges_are_right() && sums_are_close();
    std::puts(right ? "OK" : "FAILED");
    return right ? 0 : 1;
}
