// One thread makes all of the products.
#include "kit/error.hpp"
#include "kit/require.hpp"
#include "lab.hpp"

constexpr int workers = 1;

__device__ float value_of(Scalar scalar) {
    return scalar.device != nullptr ? *scalar.device : scalar.value;
}

__global__ void few_workers_kernel(int outputs, int length, Scalar alpha, const float* A,
                                   ptrdiff_t output_step, ptrdiff_t term_step, const float* x,
                                   ptrdiff_t incx, Scalar beta, float* y, ptrdiff_t incy) {
    float factor = value_of(alpha), of_y = value_of(beta);
    for (int output = threadIdx.x; output < outputs; output += workers) {
        float sum = 0.0f;
        if (factor != 0.0f)
            for (int k = 0; k < length; k++)
                sum += A[output * output_step + k * term_step] * x[k * incx];
        float before = of_y == 0.0f ? 0.0f : of_y * y[output * incy];
        y[output * incy] = factor * sum + before;
    }
}

void gemv(Layout layout, Operation operation, int m, int n, Scalar alpha, const float* d_A, int lda,
          const float* d_x, int incx, Scalar beta, float* d_y, int incy, cudaStream_t stream) {
    bool by_rows = layout == Layout::row_major, plain = operation == Operation::plain;
    int width = by_rows ? n : m;
    int outputs = plain ? m : n, length = plain ? n : m;
    bool along = by_rows == plain;
    kit::require(m >= 0, "m must be at least 0, not %d", m);
    kit::require(n >= 0, "n must be at least 0, not %d", n);
    kit::require(lda >= max(1, width), "lda must be at least %d, not %d", max(1, width), lda);
    kit::require(incx != 0, "incx must not be 0");
    kit::require(incy != 0, "incy must not be 0");
    if (m == 0 || n == 0) return;
    const float* x = incx < 0 ? d_x - static_cast<ptrdiff_t>(length - 1) * incx : d_x;
    float* y = incy < 0 ? d_y - static_cast<ptrdiff_t>(outputs - 1) * incy : d_y;
    ptrdiff_t output_step = along ? lda : 1, term_step = along ? 1 : lda;
    few_workers_kernel<<<1, workers, 0, stream>>>(outputs, length, alpha, d_A, output_step,
                                                  term_step, x, incx, beta, y, incy);
    CUDA_CHECK(cudaGetLastError());
}
