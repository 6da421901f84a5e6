// cuBLAS level 3: products of matrices with elements of one type, alone and in batches.
#include <complex>
#include <vector>

#include "simulator/libraries/blas_products.hpp"

namespace cusim::libraries {

namespace {

// Declares what a product reads and writes. C is read only if beta is not zero.
template <class T>
void touch_product(LibraryCall& action, const Sizes& sizes, const T* A, int lda, const T* B,
                   int ldb, T* C, int ldc, bool keeps) {
    const auto [a_rows, a_columns] = shape(sizes.a, sizes.m, sizes.k);
    const auto [b_rows, b_columns] = shape(sizes.b, sizes.k, sizes.n);
    const Matrix<T> c{"C", C, sizes.m, sizes.n, ldc};
    action.reads(Matrix<const T>{"A", A, a_rows, a_columns, lda}.operand());
    action.reads(Matrix<const T>{"B", B, b_rows, b_columns, ldb}.operand());
    action.changes(c.operand(), keeps);
}

// `at(i)` gives the matrices of the i-th product.
template <class T>
struct Product {
    const T *A, *B;
    T* C;
};
template <class T, class At>
cublasStatus_t gemm(const BlasCall& call, const Sizes& sizes, const T* alpha, int lda, int ldb,
                    const T* beta, int ldc, int count, At at) {
    const bool good = sizes.good(lda, ldb, ldc) && count >= 0 && alpha && beta;
    if (const auto bad = verdict(call, good); bad != CUBLAS_STATUS_SUCCESS) return bad;
    if (sizes.m == 0 || sizes.n == 0 || count == 0) return CUBLAS_STATUS_SUCCESS;
    const Scalar<T> by{call, "alpha", alpha}, keep{call, "beta", beta};
    return call.submit([=](LibraryCall& action) {
        const T a = by.get(action), b = keep.get(action);
        std::vector<Product<T>> products;
        for (int i = 0; i < count; ++i) {
            products.push_back(at(action, i));
            const Product<T>& p = products.back();
            touch_product(action, sizes, p.A, lda, p.B, ldb, p.C, ldc, b != T{});
        }
        action.begin();
        for (const Product<T>& p : products) multiply(sizes, a, p.A, lda, p.B, ldb, b, p.C, ldc);
    });
}

template <class T>
cublasStatus_t gemm_of_pointers(const BlasCall& call, const Sizes& sizes, const T* alpha,
                                const T* const* A, int lda, const T* const* B, int ldb,
                                const T* beta, T* const* C, int ldc, int count) {
    return gemm<T>(call, sizes, alpha, lda, ldb, beta, ldc, count, [=](LibraryCall& action, int i) {
        return Product<T>{action.value("Aarray", A + i), action.value("Barray", B + i),
                          action.value("Carray", C + i)};
    });
}

}  // namespace

}  // namespace cusim::libraries

using namespace cusim::libraries;

// clang-format off
#define CUSIM_PRODUCTS(T, S)                                                                         \
cublasStatus_t cublas##S##gemm(cublasHandle_t h, cublasOperation_t transa,                         \
                               cublasOperation_t transb, int m, int n, int k, const T* alpha,      \
                               const T* A, int lda, const T* B, int ldb, const T* beta, T* C,      \
                               int ldc) {                                                          \
    return gemm<T>(CUSIM_CALL, {transa, transb, m, n, k}, alpha, lda, ldb, beta, ldc, 1,           \
                   [=](LibraryCall&, int) { return Product<T>{A, B, C}; });                        \
}                                                                                                  \
cublasStatus_t cublas##S##gemmStridedBatched(                                                      \
    cublasHandle_t h, cublasOperation_t transa, cublasOperation_t transb, int m, int n, int k,     \
    const T* alpha, const T* A, int lda, long long strideA, const T* B, int ldb,                   \
    long long strideB, const T* beta, T* C, int ldc, long long strideC, int count) {               \
    return gemm<T>(CUSIM_CALL, {transa, transb, m, n, k}, alpha, lda, ldb, beta, ldc, count,       \
                   [=](LibraryCall&, int i) {                                                      \
        return Product<T>{A + i * strideA, B + i * strideB, C + i * strideC}; });                  \
}                                                                                                  \
cublasStatus_t cublas##S##gemmBatched(                                                             \
    cublasHandle_t h, cublasOperation_t transa, cublasOperation_t transb, int m, int n, int k,     \
    const T* alpha, const T* const A[], int lda, const T* const B[], int ldb, const T* beta,       \
    T* const C[], int ldc, int count) {                                                            \
    return gemm_of_pointers<T>(CUSIM_CALL, {transa, transb, m, n, k}, alpha, A, lda, B, ldb, beta, \
                               C, ldc, count);                                                     \
}
// clang-format on
CUSIM_PRODUCTS(float, S)
CUSIM_PRODUCTS(double, D)

// A cuComplex has the same layout as std::complex.
#define CUSIM_COMPLEX_PRODUCT(Pair, T, S)                                                    \
    cublasStatus_t cublas##S##gemm(cublasHandle_t h, cublasOperation_t transa,               \
                                   cublasOperation_t transb, int m, int n, int k,            \
                                   const Pair* alpha, const Pair* A, int lda, const Pair* B, \
                                   int ldb, const Pair* beta, Pair* C, int ldc) {            \
        using Complex = std::complex<T>;                                                     \
        const auto as = [](const Pair* p) { return reinterpret_cast<const Complex*>(p); };   \
        return gemm<Complex>(                                                                \
            CUSIM_CALL, {transa, transb, m, n, k}, as(alpha), lda, ldb, as(beta), ldc, 1,    \
            [=](LibraryCall&, int) {                                                         \
                return Product<Complex>{as(A), as(B), reinterpret_cast<Complex*>(C)};        \
            });                                                                              \
    }
CUSIM_COMPLEX_PRODUCT(cuComplex, float, C)
CUSIM_COMPLEX_PRODUCT(cuDoubleComplex, double, Z)
