// cuBLAS for comparison: y = A x by sgemv and C = A B by sgemm, in single precision. The library is
// loaded when it is used, so that neither building nor running the kit needs it.
#pragma once

#include <memory>

#include "runner/matvec_problem.hpp"

namespace runner {

class Cublas {
  public:
    /// Throws std::runtime_error if libcublas is not available.
    Cublas();
    ~Cublas();
    Cublas(const Cublas&) = delete;
    Cublas& operator=(const Cublas&) = delete;

    /// y = A x for n rows and m columns, multiplied as `layout` says: x has m elements, y has n,
    /// all in device memory. Queued like a launch. Throws std::runtime_error if cuBLAS refuses.
    void multiply(Layout layout, int n, int m, const float* d_A, const float* d_x, float* d_y);

    /// y = A x, or with A's transpose, as in BLAS: A is stored column by column, with `rows`
    /// elements per column.
    void gemv(bool transposed, int rows, int columns, const float* d_A, int lda, const float* d_x,
              int incx, float* d_y, int incy);

    /// Following calls are queued in this stream, a cudaStream_t.
    void use(void* stream);

    /// C = A B, all stored row by row: A has m rows and k columns, B k and n, C m and n. Otherwise
    /// as above.
    void product(int m, int n, int k, float* d_C, const float* d_A, const float* d_B);

    /// Such as "cuBLAS 13.1".
    std::string version() const;

  private:
    struct Library;
    std::unique_ptr<Library> library_;
};

}  // namespace runner
