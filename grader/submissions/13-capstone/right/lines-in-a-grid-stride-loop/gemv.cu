// Blocks that take lines in a loop over the grid (grid-stride), with float4 where A allows it.
#include <algorithm>
#include <cstdint>

#include "kit/error.hpp"
#include "kit/require.hpp"
#include "lab.hpp"

#define VALUE(s) ((s).device ? __ldg((s).device) : (s).value)

__device__ __forceinline__ void put(float* y, float sum, float alpha, float beta) {
    float r = alpha != 0.f ? alpha * sum : 0.f;
    if (beta != 0.f) r += beta * y[0];
    y[0] = r;
}

__device__ __forceinline__ float warp_sum(float v) {
#pragma unroll
    for (int d = 16; d; d >>= 1) v += __shfl_xor_sync(~0u, v, d);
    return v;
}

template <bool VEC>
__global__ void rows_kernel(int lines, int width, const float* __restrict__ A, ptrdiff_t lda,
                            const float* __restrict__ x, ptrdiff_t incx, float* y, ptrdiff_t incy,
                            Scalar alpha, Scalar beta) {
    const int lane = threadIdx.x & 31;
    const int warps_in_grid = gridDim.x * (blockDim.x >> 5);
    const float a = VALUE(alpha), b = VALUE(beta);
    for (int line = (blockIdx.x * blockDim.x + threadIdx.x) >> 5; line < lines;
         line += warps_in_grid) {
        const float* p = A + line * lda;
        float s = 0.f;
        if constexpr (VEC) {
            const float4* p4 = reinterpret_cast<const float4*>(p);
            const float4* x4 = reinterpret_cast<const float4*>(x);
#pragma unroll 4
            for (int j = lane; j < width / 4; j += 32) {
                const float4 u = p4[j], v = x4[j];
                s += u.x * v.x + u.y * v.y + u.z * v.z + u.w * v.w;
            }
        } else {
#pragma unroll 8
            for (int j = lane; j < width; j += 32) s += p[j] * x[j * incx];
        }
        s = warp_sum(s);
        if (lane == 0) put(y + line * incy, s, a, b);
    }
}

// One block a line.
template <bool VEC>
__global__ void row_kernel(int width, const float* __restrict__ A, ptrdiff_t lda,
                           const float* __restrict__ x, ptrdiff_t incx, float* y, ptrdiff_t incy,
                           Scalar alpha, Scalar beta) {
    __shared__ float part[32];
    const float* p = A + blockIdx.x * lda;
    float s = 0.f;
    if constexpr (VEC) {
#pragma unroll 4
        for (int j = threadIdx.x; j < width / 4; j += blockDim.x) {
            const float4 u = reinterpret_cast<const float4*>(p)[j];
            const float4 v = reinterpret_cast<const float4*>(x)[j];
            s += u.x * v.x + u.y * v.y + u.z * v.z + u.w * v.w;
        }
    } else {
#pragma unroll 8
        for (int j = threadIdx.x; j < width; j += blockDim.x) s += p[j] * x[j * incx];
    }
    s = warp_sum(s);
    if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = s;
    __syncthreads();
    if (threadIdx.x >= 32) return;
    s = threadIdx.x < blockDim.x / 32 ? part[threadIdx.x] : 0.f;
    s = warp_sum(s);
    if (threadIdx.x == 0) put(y + blockIdx.x * incy, s, VALUE(alpha), VALUE(beta));
}

__global__ void scale(int n, float* y, ptrdiff_t incy, Scalar beta) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) put(y + i * incy, 0.f, 0.f, VALUE(beta));
}

// W columns a thread, rows of a part by threadIdx.y, finished by atomics or by a plain store.
template <int W>
__global__ void columns_kernel(int lines, int width, int part, const float* __restrict__ A,
                               ptrdiff_t lda, const float* __restrict__ x, ptrdiff_t incx, float* y,
                               ptrdiff_t incy, Scalar alpha, Scalar beta) {
    extern __shared__ float sums[];
    const int c = (blockIdx.x * blockDim.x + threadIdx.x) * W;
    const int begin = blockIdx.y * part, end = min(lines, begin + part);
    float s[W] = {};
    if (c < width) {
#pragma unroll 8
        for (int i = begin + threadIdx.y; i < end; i += blockDim.y) {
            const float f = x[i * incx];
            if constexpr (W == 4) {
                const float4 u = *reinterpret_cast<const float4*>(A + i * lda + c);
                s[0] += f * u.x;
                s[1] += f * u.y;
                s[2] += f * u.z;
                s[3] += f * u.w;
            } else {
                s[0] += f * A[i * lda + c];
            }
        }
    }
    for (int k = 0; k < W; k++) sums[(threadIdx.y * W + k) * blockDim.x + threadIdx.x] = s[k];
    for (int half = blockDim.y / 2; half > 0; half /= 2) {
        __syncthreads();
        if (threadIdx.y < half)
            for (int k = 0; k < W; k++)
                sums[(threadIdx.y * W + k) * blockDim.x + threadIdx.x] +=
                    sums[((threadIdx.y + half) * W + k) * blockDim.x + threadIdx.x];
    }
    if (threadIdx.y != 0 || c >= width) return;
    const float a = VALUE(alpha);
    for (int k = 0; k < W; k++) {
        const float sum = sums[k * blockDim.x + threadIdx.x];
        if (gridDim.y > 1)
            atomicAdd(&y[(c + k) * incy], a != 0.f ? a * sum : 0.f);
        else
            put(y + (c + k) * incy, sum, a, VALUE(beta));
    }
}

void gemv(Layout layout, Operation operation, int m, int n, Scalar alpha, const float* d_A, int lda,
          const float* d_x, int incx, Scalar beta, float* d_y, int incy, cudaStream_t stream) {
    kit::require(m >= 0, "m = %d", m);
    kit::require(n >= 0, "n = %d", n);
    const int lines = layout == Layout::row_major ? m : n;
    const int width = layout == Layout::row_major ? n : m;
    kit::require(lda >= std::max(width, 1), "lda = %d, width %d", lda, width);
    kit::require(incx, "incx = 0");
    kit::require(incy, "incy = 0");
    if (!m || !n) return;
    const bool along = (layout == Layout::row_major) == (operation == Operation::plain);
    const int nx = along ? width : lines, ny = along ? lines : width;
    const float* x = incx > 0 ? d_x : d_x + static_cast<ptrdiff_t>(nx - 1) * -incx;
    float* y = incy > 0 ? d_y : d_y + static_cast<ptrdiff_t>(ny - 1) * -incy;
    if (!alpha.device && alpha.value == 0.f) {
        scale<<<(ny + 127) / 128, 128, 0, stream>>>(ny, y, incy, beta);
        CUDA_CHECK(cudaGetLastError());
        return;
    }
    const bool vec_A = reinterpret_cast<uintptr_t>(d_A) % 16 == 0 && lda % 4 == 0 && width % 4 == 0;
    if (along) {
        const bool vec = vec_A && incx == 1 && reinterpret_cast<uintptr_t>(x) % 16 == 0;
        if (width > 2000) {
            auto* kernel = vec ? row_kernel<true> : row_kernel<false>;
            const int threads = width > 8000 ? 512 : 256;
            kernel<<<lines, threads, 0, stream>>>(width, d_A, lda, x, incx, y, incy, alpha, beta);
        } else {
            auto* kernel = vec ? rows_kernel<true> : rows_kernel<false>;
            const int blocks = std::min((lines + 3) / 4, 132 * 16);
            kernel<<<blocks, 128, 0, stream>>>(lines, width, d_A, lda, x, incx, y, incy, alpha,
                                               beta);
        }
    } else {
        const int W = vec_A ? 4 : 1, tx = vec_A ? 8 : 32;
        const dim3 threads(tx, 256 / tx);
        const int blocks = (width + tx * W - 1) / (tx * W);
        const int parts = std::max(1, std::min(lines / (256 / tx * 4), 528 / blocks));
        const int part = (lines + parts - 1) / parts;
        if (parts > 1) {
            scale<<<(ny + 127) / 128, 128, 0, stream>>>(ny, y, incy, beta);
            CUDA_CHECK(cudaGetLastError());
        }
        const size_t bytes = sizeof(float) * 256 * W;
        if (vec_A)
            columns_kernel<4><<<dim3(blocks, parts), threads, bytes, stream>>>(
                lines, width, part, d_A, lda, x, incx, y, incy, alpha, beta);
        else
            columns_kernel<1><<<dim3(blocks, parts), threads, bytes, stream>>>(
                lines, width, part, d_A, lda, x, incx, y, incy, alpha, beta);
    }
    CUDA_CHECK(cudaGetLastError());
}
