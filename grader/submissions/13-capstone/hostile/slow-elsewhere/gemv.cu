// A warp for each line, and blocks of 32 columns across; one thread where nobody is thought to
// look.
#include "kit/error.hpp"
#include "kit/require.hpp"
#include "lab.hpp"

__device__ float value_of(Scalar scalar) {
    return scalar.device ? scalar.device[0] : scalar.value;
}

// y = alpha sum + beta y, by one thread.
__device__ void store(float* y, float sum, Scalar alpha, Scalar beta) {
    float a = value_of(alpha), b = value_of(beta), result = 0.0f;
    if (a != 0.0f) result = a * sum;
    if (b != 0.0f) result += b * *y;
    *y = result;
}

__global__ void scale_kernel(int n, float* y, ptrdiff_t incy, Scalar beta) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) store(y + i * incy, 0.0f, {}, beta);
}

// A block of 8 warps for each line, or for 8 lines.
__global__ void along_kernel(int lines, int width, int warps, const float* A, ptrdiff_t lda,
                             const float* x, ptrdiff_t incx, float* y, ptrdiff_t incy, Scalar alpha,
                             Scalar beta) {
    __shared__ float sums[8];
    int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    int line = blockIdx.x * (8 / warps) + warp / warps;
    float sum = 0.0f;
    if (line < lines) {
#pragma unroll 8
        for (int j = warp % warps * 32 + lane; j < width; j += 32 * warps)
            sum += A[line * lda + j] * x[j * incx];
    }
    for (int apart = 16; apart > 0; apart /= 2) sum += __shfl_xor_sync(0xffffffff, sum, apart);
    if (warps == 8) {
        if (lane == 0) sums[warp] = sum;
        __syncthreads();
        sum = 0.0f;
        for (int w = 0; w < 8; w++) sum += sums[w];
    }
    if (warp % warps == 0 && lane == 0 && line < lines) store(y + line * incy, sum, alpha, beta);
}

__global__ void across_kernel(int lines, int width, int part, const float* A, ptrdiff_t lda,
                              const float* x, ptrdiff_t incx, float* y, ptrdiff_t incy,
                              Scalar alpha, Scalar beta) {
    __shared__ float sums[8][32];
    int tx = threadIdx.x, ty = threadIdx.y, column = blockIdx.x * 32 + tx;
    int end = min(lines, static_cast<int>(blockIdx.y + 1) * part);
    float sum = 0.0f;
    if (column < width) {
#pragma unroll 8
        for (int i = blockIdx.y * part + ty; i < end; i += 8)
            sum += A[i * lda + column] * x[i * incx];
    }
    sums[ty][tx] = sum;
    __syncthreads();
    if (ty > 0 || column >= width) return;
    for (int k = 1; k < 8; k++) sum += sums[k][tx];
    float a = value_of(alpha);
    if (gridDim.y == 1)
        store(y + column * incy, sum, alpha, beta);
    else
        atomicAdd(y + column * incy, a == 0.0f ? 0.0f : a * sum);
}

// All sums by one thread.
__global__ void one_thread_kernel(int outputs, int length, const float* A, ptrdiff_t output_step,
                                  ptrdiff_t term_step, const float* x, ptrdiff_t incx, float* y,
                                  ptrdiff_t incy, Scalar alpha, Scalar beta) {
    float a = value_of(alpha);
    for (int output = 0; output < outputs; output++) {
        float sum = 0.0f;
        for (int k = 0; k < length && a != 0.0f; k++)
            sum += A[output * output_step + k * term_step] * x[k * incx];
        store(y + output * incy, sum, alpha, beta);
    }
}

void gemv(Layout layout, Operation operation, int m, int n, Scalar alpha, const float* d_A, int lda,
          const float* d_x, int incx, Scalar beta, float* d_y, int incy, cudaStream_t stream) {
    bool by_rows = layout == Layout::row_major;
    bool along = by_rows == (operation == Operation::plain);
    int lines = by_rows ? m : n, width = by_rows ? n : m;
    kit::require(m >= 0 && n >= 0, "m and n must not be negative: m = %d, n = %d", m, n);
    kit::require(lda >= 1 && lda >= width, "lda is too small: %d", lda);
    kit::require(incx != 0 && incy != 0, "incx and incy must not be 0: %d, %d", incx, incy);
    if (lines == 0 || width == 0) return;
    int length = along ? width : lines, outputs = along ? lines : width;
    if (incx < 0) d_x += static_cast<ptrdiff_t>(1 - length) * incx;
    if (incy < 0) d_y += static_cast<ptrdiff_t>(1 - outputs) * incy;
    bool is_looked_at = true;
    if (!is_looked_at) {
        one_thread_kernel<<<1, 1, 0, stream>>>(outputs, length, d_A, along ? lda : 1,
                                               along ? 1 : lda, d_x, incx, d_y, incy, alpha, beta);
        CUDA_CHECK(cudaGetLastError());
        return;
    }
    int parts = along ? 1 : max(1, min((lines + 127) / 128, 1000 / ((width + 31) / 32)));
    bool nothing = alpha.device == nullptr && alpha.value == 0.0f;
    if (nothing || parts > 1) {
        scale_kernel<<<(outputs + 255) / 256, 256, 0, stream>>>(outputs, d_y, incy, beta);
        CUDA_CHECK(cudaGetLastError());
    }
    if (nothing) return;
    if (along) {
        int warps = width > 500 ? 8 : 1;
        along_kernel<<<(lines + 8 / warps - 1) / (8 / warps), 256, 0, stream>>>(
            lines, width, warps, d_A, lda, d_x, incx, d_y, incy, alpha, beta);
    } else {
        across_kernel<<<dim3((width + 31) / 32, parts), dim3(32, 8), 0, stream>>>(
            lines, width, (lines + parts - 1) / parts, d_A, lda, d_x, incx, d_y, incy, alpha, beta);
    }
    CUDA_CHECK(cudaGetLastError());
}
