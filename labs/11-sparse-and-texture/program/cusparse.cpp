// The few functions of cuSPARSE that are needed, by name, like those of cuBLAS in cublas.cpp. The
// generic interface has been the same since CUDA 11. The numbers are those of cusparse.h.
#include "cusparse.hpp"

#include <cstdint>
#include <memory>

#include "runner/vendor_library.hpp"

namespace runner {

namespace {

constexpr int not_transposed = 0;    // CUSPARSE_OPERATION_NON_TRANSPOSE
constexpr int index_of_32_bits = 2;  // CUSPARSE_INDEX_32I
constexpr int base_zero = 0;         // CUSPARSE_INDEX_BASE_ZERO
constexpr int real_of_32_bits = 0;   // CUDA_R_32F
constexpr int its_own_choice = 0;    // CUSPARSE_SPMV_ALG_DEFAULT

}  // namespace

struct CusparseEntries {
    using Handle = void*;
    using Matrix = void*;
    using Vector = void*;
    int (*create)(Handle*) = nullptr;
    int (*destroy)(Handle) = nullptr;
    int (*create_csr)(Matrix*, std::int64_t rows, std::int64_t columns, std::int64_t nonzeros,
                      void* row_start, void* column, void* value, int row_start_type,
                      int column_type, int base, int value_type) = nullptr;
    int (*destroy_matrix)(Matrix) = nullptr;
    int (*create_vector)(Vector*, std::int64_t size, void* values, int type) = nullptr;
    int (*destroy_vector)(Vector) = nullptr;
    int (*buffer_size)(Handle, int operation, const void* alpha, Matrix, Vector x, const void* beta,
                       Vector y, int type, int algorithm, std::size_t* bytes) = nullptr;
    int (*multiply)(Handle, int operation, const void* alpha, Matrix, Vector x, const void* beta,
                    Vector y, int type, int algorithm, void* buffer) = nullptr;
    decltype(multiply) prepare = nullptr;  // not in older libraries

    VendorLibrary library{"cusparse", {"12", "11"}};

    CusparseEntries() {
        library.find("cusparseCreate", create);
        library.find("cusparseDestroy", destroy);
        library.find("cusparseCreateCsr", create_csr);
        library.find("cusparseDestroySpMat", destroy_matrix);
        library.find("cusparseCreateDnVec", create_vector);
        library.find("cusparseDestroyDnVec", destroy_vector);
        library.find("cusparseSpMV_bufferSize", buffer_size);
        library.find("cusparseSpMV", multiply);
        library.find_if_there("cusparseSpMV_preprocess", prepare);
    }

    void check(int status, const char* call) const { library.check(status, call); }
};

namespace {

template <class T>
void* given(const T* pointer) {
    return const_cast<T*>(pointer);
}

}  // namespace

struct Cusparse::Product {
    CusparseEntries entries;
    void *handle = nullptr, *matrix = nullptr, *x = nullptr, *y = nullptr;
    void* buffer = nullptr;
    const float one = 1, zero = 0;

    Product(const CsrOnDevice& A, const float* d_x, float* d_y, const Memory& memory) {
        entries.check(entries.create(&handle), "cusparseCreate");
        entries.check(entries.create_csr(&matrix, A.rows, A.columns, A.nonzeros, given(A.row_start),
                                         given(A.column), given(A.value), index_of_32_bits,
                                         index_of_32_bits, base_zero, real_of_32_bits),
                      "cusparseCreateCsr");
        entries.check(entries.create_vector(&x, A.columns, given(d_x), real_of_32_bits),
                      "cusparseCreateDnVec");
        entries.check(entries.create_vector(&y, A.rows, d_y, real_of_32_bits),
                      "cusparseCreateDnVec");
        std::size_t bytes = 0;
        entries.check(entries.buffer_size(handle, not_transposed, &one, matrix, x, &zero, y,
                                          real_of_32_bits, its_own_choice, &bytes),
                      "cusparseSpMV_bufferSize");
        buffer = memory(bytes);
        if (entries.prepare)
            entries.check(entries.prepare(handle, not_transposed, &one, matrix, x, &zero, y,
                                          real_of_32_bits, its_own_choice, buffer),
                          "cusparseSpMV_preprocess");
    }
    ~Product() {
        if (y) entries.destroy_vector(y);
        if (x) entries.destroy_vector(x);
        if (matrix) entries.destroy_matrix(matrix);
        if (handle) entries.destroy(handle);
    }
};

Cusparse::Cusparse(const CsrOnDevice& A, const float* d_x, float* d_y, const Memory& memory)
    : product_(std::make_unique<Product>(A, d_x, d_y, memory)) {}
Cusparse::~Cusparse() = default;

void Cusparse::multiply() {
    Product& p = *product_;
    p.entries.check(p.entries.multiply(p.handle, not_transposed, &p.one, p.matrix, p.x, &p.zero,
                                       p.y, real_of_32_bits, its_own_choice, p.buffer),
                    "cusparseSpMV");
}

}  // namespace runner
