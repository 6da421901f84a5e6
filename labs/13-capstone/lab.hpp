// The interface of lab 13: y = alpha op(A) x + beta y in single precision, like sgemv of BLAS. A
// has m rows and n columns; op(A) is A or its transpose. All arrays are device memory.
//
// In memory, A is a number of *lines* of neighbouring floats, which begin lda floats apart: its
// rows if the layout is row-major, its columns if it is column-major. A, x and y may begin at any
// float, and lda may be longer than a line. What is between the lines does not belong to A, and may
// be anything.
#pragma once

// CUDA's own name, for files that include none of its headers.
using cudaStream_t = struct CUstream_st*;

enum class Layout { row_major, column_major };
enum class Operation { plain, transposed };

// A factor: `value`; or, if `device` is not null, the float there in device memory at the time when
// the stream reaches the call. The host must not wait for it.
struct Scalar {
    float value = 0.0f;
    const float* device = nullptr;
};

// Element i of x is x[i * incx]. If incx is negative, the last element is x[0] and the first one is
// at the end, as in BLAS; the same for y. If beta is 0, y is written and never read: its old
// contents do not matter, even a NaN. If alpha is 0, A and x are not read. If m or n is 0, nothing
// is done. Queued in `stream` like a launch; need not wait. If n or m is negative, lda shorter than
// a line, or an increment 0, throws an exception whose message names it, and launches nothing. A
// launch that fails is reported by kit::CudaError, which CUDA_CHECK throws.
void gemv(Layout layout, Operation operation, int m, int n, Scalar alpha, const float* d_A, int lda,
          const float* d_x, int incx, Scalar beta, float* d_y, int incy, cudaStream_t stream);
