// cuBLAS as a rival: y = A x by sgemv and C = A B by sgemm, in plain single precision. The library
// is looked for when it is asked for, so that neither building nor running the kit needs it.
#pragma once

#include <memory>

#include "runner/matvec_problem.hpp"

namespace runner {

class Cublas {
  public:
    /// Throws std::runtime_error where no libcublas answers.
    Cublas();
    ~Cublas();
    Cublas(const Cublas&) = delete;
    Cublas& operator=(const Cublas&) = delete;

    /// y = A x for n rows and m columns as `layout` multiplies them: x has m elements, y has n, all
    /// in device memory. Queued like a launch. Throws std::runtime_error where cuBLAS refuses.
    void multiply(Layout layout, int n, int m, const float* d_A, const float* d_x, float* d_y);

    /// y = A x, or its transpose's, as BLAS has it: A lies column by column, `rows` of them
    /// neighbours.
    void gemv(bool transposed, int rows, int columns, const float* d_A, int lda, const float* d_x,
              int incx, float* d_y, int incy);

    /// What is called from now on is queued in this stream, a cudaStream_t.
    void use(void* stream);

    /// C = A B, all row by row: A has m rows and k columns, B k and n, C m and n. As above.
    void product(int m, int n, int k, float* d_C, const float* d_A, const float* d_B);

    /// As in "cuBLAS 13.1".
    std::string version() const;

  private:
    struct Library;
    std::unique_ptr<Library> library_;
};

}  // namespace runner
