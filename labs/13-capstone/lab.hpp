// What lab 13 asks for: y = alpha op(A) x + beta y in single precision, as BLAS's sgemv has it. A
// has m rows and n columns, op(A) is A or its transpose. All arrays are device memory.
//
// In memory A is a number of *lines* of neighbouring floats, each lda floats behind the one before:
// its rows where the layout is row-major, its columns where it is column-major. A need not begin at
// any multiple but a float's, and lda may be longer than a line; what lies between the lines is not
// A's and holds anything.
#pragma once

// CUDA's own name, for a file that includes none of its headers.
using cudaStream_t = struct CUstream_st*;

enum class Layout { row_major, column_major };
enum class Operation { plain, transposed };

// A factor: `value`, or, where `device` is no null pointer, the float that lies there in device
// memory once the stream has come to the call. The host must not wait for it.
struct Scalar {
    float value = 0.0f;
    const float* device = nullptr;
};

// Element i of x lies at x[i * incx]; where incx is negative, the last element lies at x[0] and the
// first at the end, as BLAS has it; y alike. Where beta is 0, y is written and never read: whatever
// it held is gone, a NaN too. Where alpha is 0, A and x are not read. With m or n 0 nothing is done
// at all. Queued in `stream` like a launch; need not wait. Where n or m is negative, lda shorter
// than a line, or an increment 0, throws with a sentence that names it, and launches nothing. A
// launch that fails is reported by kit::CudaError, which CUDA_CHECK throws.
void gemv(Layout layout, Operation operation, int m, int n, Scalar alpha, const float* d_A, int lda,
          const float* d_x, int incx, Scalar beta, float* d_y, int incy, cudaStream_t stream);
