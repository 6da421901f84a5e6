// The few entries of cuSPARSE that are needed, by name, as cublas.cpp has those of cuBLAS. Its
// generic interface has been the same since CUDA 11; the numbers are those of cusparse.h.
#include "runner/cusparse.hpp"

#include <dlfcn.h>

#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>

namespace runner {

namespace {

constexpr int success = 0;
constexpr int as_it_is = 0;          // CUSPARSE_OPERATION_NON_TRANSPOSE
constexpr int index_of_32_bits = 2;  // CUSPARSE_INDEX_32I
constexpr int base_zero = 0;         // CUSPARSE_INDEX_BASE_ZERO
constexpr int real_of_32_bits = 0;   // CUDA_R_32F
constexpr int its_own_choice = 0;    // CUSPARSE_SPMV_ALG_DEFAULT

void* open_library() {
    for (const char* name : {"libcusparse.so.12", "libcusparse.so.11", "libcusparse.so",
                             "/usr/local/cuda/lib64/libcusparse.so"})
        if (void* library = dlopen(name, RTLD_NOW | RTLD_LOCAL)) return library;
    throw std::runtime_error("no libcusparse can be loaded");
}

template <class Entry>
void find(void* library, const char* name, Entry& entry) {
    entry = reinterpret_cast<Entry>(dlsym(library, name));
    if (!entry) throw std::runtime_error(std::string("libcusparse has no ") + name);
}

void check(int status, const char* what) {
    if (status != success)
        throw std::runtime_error(std::string("cuSPARSE: ") + what + " gives status " +
                                 std::to_string(status));
}

struct Entries {
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

    // The library itself stays open: it has threads and device state of its own.
    Entries() {
        void* const library = open_library();
        find(library, "cusparseCreate", create);
        find(library, "cusparseDestroy", destroy);
        find(library, "cusparseCreateCsr", create_csr);
        find(library, "cusparseDestroySpMat", destroy_matrix);
        find(library, "cusparseCreateDnVec", create_vector);
        find(library, "cusparseDestroyDnVec", destroy_vector);
        find(library, "cusparseSpMV_bufferSize", buffer_size);
        find(library, "cusparseSpMV", multiply);
        prepare = reinterpret_cast<decltype(prepare)>(dlsym(library, "cusparseSpMV_preprocess"));
    }
};

template <class T>
void* given(const T* pointer) {
    return const_cast<T*>(pointer);
}

}  // namespace

struct Cusparse::Product {
    Entries entries;
    void *handle = nullptr, *matrix = nullptr, *x = nullptr, *y = nullptr;
    void* buffer = nullptr;
    const float one = 1, zero = 0;

    Product(const CsrOnDevice& A, const float* d_x, float* d_y, const Memory& memory) {
        check(entries.create(&handle), "cusparseCreate");
        check(entries.create_csr(&matrix, A.rows, A.columns, A.nonzeros, given(A.row_start),
                                 given(A.column), given(A.value), index_of_32_bits,
                                 index_of_32_bits, base_zero, real_of_32_bits),
              "cusparseCreateCsr");
        check(entries.create_vector(&x, A.columns, given(d_x), real_of_32_bits),
              "cusparseCreateDnVec");
        check(entries.create_vector(&y, A.rows, d_y, real_of_32_bits), "cusparseCreateDnVec");
        std::size_t bytes = 0;
        check(entries.buffer_size(handle, as_it_is, &one, matrix, x, &zero, y, real_of_32_bits,
                                  its_own_choice, &bytes),
              "cusparseSpMV_bufferSize");
        buffer = memory(bytes);
        if (entries.prepare)
            check(entries.prepare(handle, as_it_is, &one, matrix, x, &zero, y, real_of_32_bits,
                                  its_own_choice, buffer),
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
    check(p.entries.multiply(p.handle, as_it_is, &p.one, p.matrix, p.x, &p.zero, p.y,
                             real_of_32_bits, its_own_choice, p.buffer),
          "cusparseSpMV");
}

}  // namespace runner
