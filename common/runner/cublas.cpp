// The few functions of cuBLAS that are needed, by name. Its C interface has been the same since
// version 4, so no header is needed.
#include "runner/cublas.hpp"

#include "runner/vendor_library.hpp"

namespace runner {

namespace {

constexpr int pedantic_math = 2;  // CUBLAS_PEDANTIC_MATH: no tensor cores, no reduced precision
enum Operation { as_it_is = 0, transposed = 1 };

}  // namespace

struct Cublas::Library {
    using Handle = void*;
    int (*create)(Handle*) = nullptr;
    int (*destroy)(Handle) = nullptr;
    int (*set_math_mode)(Handle, int) = nullptr;
    int (*set_stream)(Handle, void*) = nullptr;
    int (*get_version)(Handle, int*) = nullptr;
    int (*sgemv)(Handle, int operation, int m, int n, const float* alpha, const float* A, int lda,
                 const float* x, int incx, const float* beta, float* y, int incy) = nullptr;
    int (*sgemm)(Handle, int operation_A, int operation_B, int m, int n, int k, const float* alpha,
                 const float* A, int lda, const float* B, int ldb, const float* beta, float* C,
                 int ldc) = nullptr;
    VendorLibrary entries{"cublas", {"13", "12", "11"}};
    Handle handle = nullptr;

    Library() {
        entries.find("cublasCreate_v2", create);
        entries.find("cublasDestroy_v2", destroy);
        entries.find("cublasSetMathMode", set_math_mode);
        entries.find("cublasSetStream_v2", set_stream);
        entries.find("cublasGetVersion_v2", get_version);
        entries.find("cublasSgemv_v2", sgemv);
        entries.find("cublasSgemm_v2", sgemm);
        check(create(&handle), "cublasCreate");
        check(set_math_mode(handle, pedantic_math), "cublasSetMathMode");
    }
    ~Library() { destroy(handle); }

    void check(int status, const char* call) const { entries.check(status, call); }
};

Cublas::Cublas() : library_(std::make_unique<Library>()) {}
Cublas::~Cublas() = default;

void Cublas::multiply(Layout layout, int n, int m, const float* d_A, const float* d_x, float* d_y) {
    // For cuBLAS every matrix is stored column by column; one stored row by row is a transpose.
    const bool by_columns = layout == Layout::column_major;
    const int rows = by_columns ? n : m, columns = by_columns ? m : n;
    gemv(!by_columns, rows, columns, d_A, rows, d_x, 1, d_y, 1);
}

void Cublas::gemv(bool is_transposed, int rows, int columns, const float* d_A, int lda,
                  const float* d_x, int incx, float* d_y, int incy) {
    const float one = 1, zero = 0;
    library_->check(library_->sgemv(library_->handle, is_transposed ? transposed : as_it_is, rows,
                                    columns, &one, d_A, lda, d_x, incx, &zero, d_y, incy),
                    "sgemv");
}

void Cublas::use(void* stream) {
    library_->check(library_->set_stream(library_->handle, stream), "cublasSetStream");
}

// For cuBLAS these matrices are transposes, and C's transpose is that of B times that of A.
void Cublas::product(int m, int n, int k, float* d_C, const float* d_A, const float* d_B) {
    const float one = 1, zero = 0;
    library_->check(library_->sgemm(library_->handle, as_it_is, as_it_is, n, m, k, &one, d_B, n,
                                    d_A, k, &zero, d_C, n),
                    "sgemm");
}

std::string Cublas::version() const {
    int version = 0;
    library_->check(library_->get_version(library_->handle, &version), "cublasGetVersion");
    // 120304 means 12.3.4.
    return "cuBLAS " + std::to_string(version / 10000) + "." + std::to_string(version / 100 % 100);
}

}  // namespace runner
