// cuBLAS level 3: products of matrices.
#include <algorithm>
#include <complex>
#include <cstring>
#include <vector>

#include "simulator/libraries/blas_elements.hpp"
#include "simulator/libraries/blas_handle.hpp"

namespace cusim::libraries {

namespace {

struct Sizes {
    cublasOperation_t a, b;
    int m, n, k;

    bool good(int lda, int ldb, int ldc) const {
        return is_operation(a) && is_operation(b) && m >= 0 && n >= 0 && k >= 0 &&
               holds(lda, shape(a, m, k).first) && holds(ldb, shape(b, k, n).first) &&
               holds(ldc, m);
    }
};

// Declares what a product reads and writes. C is read only if beta is not zero.
template <class T>
void touch_product(LibraryCall& action, const Sizes& sizes, const T* A, int lda, const T* B,
                   int ldb, T* C, int ldc, bool keeps) {
    const auto [a_rows, a_columns] = shape(sizes.a, sizes.m, sizes.k);
    const auto [b_rows, b_columns] = shape(sizes.b, sizes.k, sizes.n);
    const Matrix<T> c{"C", C, sizes.m, sizes.n, ldc};
    action.reads(Matrix<const T>{"A", A, a_rows, a_columns, lda}.operand());
    action.reads(Matrix<const T>{"B", B, b_rows, b_columns, ldb}.operand());
    if (keeps) action.reads(c.operand());
    action.writes(c.operand());
}

template <class T>
void multiply(const Sizes& sizes, T alpha, const T* A, int lda, const T* B, int ldb, T beta, T* C,
              int ldc) {
    const Applied<T> a{A, lda, sizes.a}, b{B, ldb, sizes.b};
    std::vector<T> sums(sizes.m);
    for (long j = 0; j < sizes.n; ++j) {
        std::fill(sums.begin(), sums.end(), T{});
        for (long l = 0; l < sizes.k; ++l) {
            const T factor = b(l, j);
            for (long i = 0; i < sizes.m; ++i) sums[i] += a(i, l) * factor;
        }
        for (long i = 0; i < sizes.m; ++i) {
            T& c = C[i + j * ldc];
            c = beta == T{} ? alpha * sums[i] : alpha * sums[i] + beta * c;
        }
    }
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

template <class T>
cublasStatus_t geam(const BlasCall& call, const Sizes& sizes, const T* alpha, const T* A, int lda,
                    const T* beta, const T* B, int ldb, T* C, int ldc) {
    const auto [a_rows, a_columns] = shape(sizes.a, sizes.m, sizes.n);
    const auto [b_rows, b_columns] = shape(sizes.b, sizes.m, sizes.n);
    const bool good = is_operation(sizes.a) && is_operation(sizes.b) && sizes.m >= 0 &&
                      sizes.n >= 0 && holds(lda, a_rows) && holds(ldb, b_rows) &&
                      holds(ldc, sizes.m) && alpha && beta;
    if (const auto bad = verdict(call, good); bad != CUBLAS_STATUS_SUCCESS) return bad;
    if (sizes.m == 0 || sizes.n == 0) return CUBLAS_STATUS_SUCCESS;
    const Scalar<T> by{call, "alpha", alpha}, and_by{call, "beta", beta};
    const Matrix<const T> left{"A", A, a_rows, a_columns, lda},
        right{"B", B, b_rows, b_columns, ldb};
    return call.submit([=](LibraryCall& action) {
        const T x = by.get(action), y = and_by.get(action);
        if (x != T{}) action.reads(left.operand());
        if (y != T{}) action.reads(right.operand());
        action.writes(Matrix<T>{"C", C, sizes.m, sizes.n, ldc}.operand());
        action.begin();
        const Applied<T> a{A, lda, sizes.a}, b{B, ldb, sizes.b};
        for (long j = 0; j < sizes.n; ++j)
            for (long i = 0; i < sizes.m; ++i)
                C[i + j * ldc] = (x == T{} ? T{} : x * a(i, j)) + (y == T{} ? T{} : y * b(i, j));
    });
}

template <class T>
cublasStatus_t syrk(const BlasCall& call, cublasFillMode_t uplo, cublasOperation_t op, int n, int k,
                    const T* alpha, const T* A, int lda, const T* beta, T* C, int ldc) {
    const auto [rows, columns] = shape(op, n, k);
    const bool good =
        is_operation(op) && n >= 0 && k >= 0 && holds(lda, rows) && holds(ldc, n) && alpha && beta;
    if (const auto bad = verdict(call, good); bad != CUBLAS_STATUS_SUCCESS) return bad;
    if (n == 0) return CUBLAS_STATUS_SUCCESS;
    const Scalar<T> by{call, "alpha", alpha}, keep{call, "beta", beta};
    const Matrix<const T> factor{"A", A, rows, columns, lda};
    return call.submit([=](LibraryCall& action) {
        const T x = by.get(action), y = keep.get(action);
        const Matrix<T> c{"C", C, n, n, ldc};
        action.reads(factor.operand());
        if (y != T{}) reads_triangle(action, c, uplo, false);
        each_column_of_triangle(c, uplo, false, [&](const Operand& o) { action.writes(o); });
        action.begin();
        const Applied<T> a{A, lda, op};
        for (long j = 0; j < n; ++j)
            for (long i = uplo == CUBLAS_FILL_MODE_UPPER ? 0 : j;
                 i < (uplo == CUBLAS_FILL_MODE_UPPER ? j + 1 : n); ++i) {
                T sum = 0;
                for (long l = 0; l < k; ++l) sum += a(i, l) * a(j, l);
                c(i, j) = y == T{} ? x * sum : x * sum + y * c(i, j);
            }
    });
}

// Access to a matrix of which one triangle is stored.
template <class T>
cublasStatus_t symm(const BlasCall& call, cublasSideMode_t side, cublasFillMode_t uplo, int m,
                    int n, const T* alpha, const T* A, int lda, const T* B, int ldb, const T* beta,
                    T* C, int ldc) {
    const bool left = side == CUBLAS_SIDE_LEFT;
    const int order = left ? m : n;
    const bool good =
        m >= 0 && n >= 0 && holds(lda, order) && holds(ldb, m) && holds(ldc, m) && alpha && beta;
    if (const auto bad = verdict(call, good); bad != CUBLAS_STATUS_SUCCESS) return bad;
    if (m == 0 || n == 0) return CUBLAS_STATUS_SUCCESS;
    const Scalar<T> by{call, "alpha", alpha}, keep{call, "beta", beta};
    return call.submit([=](LibraryCall& action) {
        const T x = by.get(action), y = keep.get(action);
        const Matrix<const T> a{"A", A, order, order, lda}, b{"B", B, m, n, ldb};
        const Matrix<T> c{"C", C, m, n, ldc};
        reads_triangle(action, a, uplo, false);
        action.reads(b.operand());
        if (y != T{}) action.reads(c.operand());
        action.writes(c.operand());
        action.begin();
        std::vector<T> whole(std::size_t(order) * order);
        for (long j = 0; j < order; ++j)
            for (long i = 0; i < order; ++i)
                whole[i + j * order] =
                    (i <= j) == (uplo == CUBLAS_FILL_MODE_UPPER) ? a(i, j) : a(j, i);
        const Sizes sizes{CUBLAS_OP_N, CUBLAS_OP_N, m, n, order};
        if (left)
            multiply(sizes, x, whole.data(), order, B, ldb, y, C, ldc);
        else
            multiply(sizes, x, B, ldb, whole.data(), order, y, C, ldc);
    });
}

// C = diag(x) A, or A diag(x).
template <class T>
cublasStatus_t dgmm(const BlasCall& call, cublasSideMode_t side, int m, int n, const T* A, int lda,
                    const T* x, int incx, T* C, int ldc) {
    const bool left = side == CUBLAS_SIDE_LEFT;
    const bool good = m >= 0 && n >= 0 && holds(lda, m) && holds(ldc, m);
    if (const auto bad = verdict(call, good); bad != CUBLAS_STATUS_SUCCESS) return bad;
    if (m == 0 || n == 0) return CUBLAS_STATUS_SUCCESS;
    return call.submit([=](LibraryCall& action) {
        const Matrix<const T> a{"A", A, m, n, lda};
        const Vector<const T> diagonal{"x", x, left ? m : n, incx};
        const Matrix<T> c{"C", C, m, n, ldc};
        action.reads(a.operand());
        action.reads(diagonal.operand());
        action.writes(c.operand());
        action.begin();
        for (long j = 0; j < n; ++j)
            for (long i = 0; i < m; ++i) c(i, j) = a(i, j) * diagonal[left ? i : j];
    });
}

// Solves X op(A) = B: each row of B is a system with op(A) transposed.
template <class T>
cublasStatus_t trsm(const BlasCall& call, cublasSideMode_t side, cublasFillMode_t uplo,
                    cublasOperation_t op, cublasDiagType_t diag, int m, int n, const T* alpha,
                    const T* A, int lda, T* B, int ldb) {
    const bool left = side == CUBLAS_SIDE_LEFT, unit = diag == CUBLAS_DIAG_UNIT;
    const int order = left ? m : n, systems = left ? n : m;
    const bool good =
        is_operation(op) && m >= 0 && n >= 0 && holds(lda, order) && holds(ldb, m) && alpha;
    if (const auto bad = verdict(call, good); bad != CUBLAS_STATUS_SUCCESS) return bad;
    if (m == 0 || n == 0) return CUBLAS_STATUS_SUCCESS;
    const Scalar<T> by{call, "alpha", alpha};
    const bool turned = (op != CUBLAS_OP_N) == left;
    return call.submit([=](LibraryCall& action) {
        const T factor = by.get(action);
        const Matrix<T> b{"B", B, m, n, ldb};
        reads_triangle(action, Matrix<const T>{"A", A, order, order, lda}, uplo, unit);
        action.reads(b.operand());
        action.writes(b.operand());
        action.begin();
        const Applied<T> a{A, lda, turned ? CUBLAS_OP_T : CUBLAS_OP_N};
        for (long s = 0; s < systems; ++s) {
            const auto x = [&](long i) -> T& { return left ? b(i, s) : b(s, i); };
            for (long i = 0; i < order; ++i) x(i) *= factor;
            solve_triangle(a, order, (uplo == CUBLAS_FILL_MODE_LOWER) != turned, unit, x);
        }
    });
}

// ---- Elements of several types

struct Typed {
    const char* name;
    const void* data;
    cudaDataType type;
    int leading;

    Operand operand(std::pair<long, long> rows_columns) const {
        const std::size_t size = size_of(type);
        return {name, data, rows_columns.first * size, std::size_t(rows_columns.second),
                leading * size};
    }
    Typed moved(long long elements) const {
        const auto bytes = elements * static_cast<long long>(size_of(type));
        return {name, static_cast<const char*>(data) + bytes, type, leading};
    }
    // Converts to the type of the sums.
    template <class Sum>
    std::vector<Sum> values(std::pair<long, long> rows_columns) const {
        const auto [rows, columns] = rows_columns;
        std::vector<Sum> all(rows * columns);
        for (long j = 0; j < columns; ++j)
            for (long i = 0; i < rows; ++i)
                all[i + j * rows] = Sum(element(data, type, i + j * leading));
        return all;
    }
};

// The matrices of one product, or the first ones of `count` products.
struct TypedProduct {
    Typed a, b, c;
    long long a_stride = 0, b_stride = 0, c_stride = 0;  // in elements
    int count = 1;

    TypedProduct of(int i) const {
        return {a.moved(i * a_stride), b.moved(i * b_stride), c.moved(i * c_stride)};
    }
};

// alpha and beta are of the type `Given`.
template <class Sum, class Given = Sum>
cublasStatus_t gemm_of_types(const BlasCall& call, const Sizes& sizes, const void* alpha,
                             const void* beta, const TypedProduct& all) {
    const Scalar<Given> by{call, "alpha", static_cast<const Given*>(alpha)},
        keep{call, "beta", static_cast<const Given*>(beta)};
    return call.submit([=](LibraryCall& action) {
        const Sum x = Sum(by.get(action)), y = Sum(keep.get(action));
        const auto a_shape = shape(sizes.a, sizes.m, sizes.k);
        const auto b_shape = shape(sizes.b, sizes.k, sizes.n);
        const std::pair<long, long> c_shape{sizes.m, sizes.n};
        for (int i = 0; i < all.count; ++i) {
            const TypedProduct product = all.of(i);
            action.reads(product.a.operand(a_shape));
            action.reads(product.b.operand(b_shape));
            if (y != Sum{}) action.reads(product.c.operand(c_shape));
            action.writes(product.c.operand(c_shape));
        }
        action.begin();
        for (int i = 0; i < all.count; ++i) {
            const TypedProduct product = all.of(i);
            const Typed &a = product.a, &b = product.b, &c = product.c;
            const std::vector<Sum> left = a.values<Sum>(a_shape), right = b.values<Sum>(b_shape);
            std::vector<Sum> result = c.values<Sum>(c_shape);
            multiply(sizes, x, left.data(), int(a_shape.first), right.data(), int(b_shape.first), y,
                     result.data(), sizes.m);
            for (long column = 0; column < sizes.n; ++column)
                for (long row = 0; row < sizes.m; ++row)
                    store(const_cast<void*>(c.data), c.type, row + column * c.leading,
                          result[row + column * sizes.m]);
        }
    });
}

bool is_double(cublasComputeType_t compute) {
    return compute == CUBLAS_COMPUTE_64F || compute == CUBLAS_COMPUTE_64F_PEDANTIC;
}
bool is_half(cublasComputeType_t compute) {
    return compute == CUBLAS_COMPUTE_16F || compute == CUBLAS_COMPUTE_16F_PEDANTIC;
}
// What the simulator lacks of what a device computes; empty if nothing.
std::string lacking(const TypedProduct& all, cublasComputeType_t compute) {
    if (compute == CUBLAS_COMPUTE_32I || compute == CUBLAS_COMPUTE_32I_PEDANTIC)
        return "sums of integers";
    for (const Typed& each : {all.a, all.b, all.c})
        if (!size_of(each.type)) return "elements other than reals of 16, 32 and 64 bits";
    return "";
}
// Whether types go together, by the table of NVIDIA's documentation.
bool may_be_combined(const TypedProduct& all, cublasComputeType_t compute) {
    const cudaDataType from = all.a.type, to = all.c.type;
    if (all.b.type != from) return false;
    if (is_double(compute)) return from == CUDA_R_64F && to == CUDA_R_64F;
    if (is_half(compute)) return from == CUDA_R_16F && to == CUDA_R_16F;
    const bool halves = compute == CUBLAS_COMPUTE_32F || compute == CUBLAS_COMPUTE_32F_PEDANTIC;
    return (from == CUDA_R_32F || (halves && size_of(from) == 2)) &&
           (to == CUDA_R_32F || to == from);
}

cublasStatus_t gemm_by_types(const BlasCall& call, const Sizes& sizes, const void* alpha,
                             const void* beta, const TypedProduct& all,
                             cublasComputeType_t compute) {
    const bool good =
        sizes.good(all.a.leading, all.b.leading, all.c.leading) && alpha && beta && all.count >= 0;
    if (const auto bad = verdict(call, good); bad != CUBLAS_STATUS_SUCCESS) return bad;
    if (const std::string what = lacking(all, compute); !what.empty()) {
        report_lack(call.function, call.pc, what);
        return CUBLAS_STATUS_NOT_SUPPORTED;
    }
    if (!may_be_combined(all, compute)) return CUBLAS_STATUS_NOT_SUPPORTED;
    if (sizes.m == 0 || sizes.n == 0 || all.count == 0) return CUBLAS_STATUS_SUCCESS;
    if (is_double(compute)) return gemm_of_types<double>(call, sizes, alpha, beta, all);
    // How sums in 16 bits round depends on the order in which a device adds.
    if (is_half(compute)) return gemm_of_types<float, _Float16>(call, sizes, alpha, beta, all);
    return gemm_of_types<float>(call, sizes, alpha, beta, all);
}

}  // namespace

}  // namespace cusim::libraries

using namespace cusim::libraries;

cublasStatus_t cublasGemmEx(cublasHandle_t h, cublasOperation_t transa, cublasOperation_t transb,
                            int m, int n, int k, const void* alpha, const void* A,
                            cudaDataType Atype, int lda, const void* B, cudaDataType Btype, int ldb,
                            const void* beta, void* C, cudaDataType Ctype, int ldc,
                            cublasComputeType_t compute, cublasGemmAlgo_t) {
    return gemm_by_types(
        {h, __func__, __builtin_return_address(0)}, {transa, transb, m, n, k}, alpha, beta,
        {{"A", A, Atype, lda}, {"B", B, Btype, ldb}, {"C", C, Ctype, ldc}}, compute);
}
cublasStatus_t cublasGemmStridedBatchedEx(
    cublasHandle_t h, cublasOperation_t transa, cublasOperation_t transb, int m, int n, int k,
    const void* alpha, const void* A, cudaDataType Atype, int lda, long long strideA, const void* B,
    cudaDataType Btype, int ldb, long long strideB, const void* beta, void* C, cudaDataType Ctype,
    int ldc, long long strideC, int count, cublasComputeType_t compute, cublasGemmAlgo_t) {
    return gemm_by_types({h, __func__, __builtin_return_address(0)}, {transa, transb, m, n, k},
                         alpha, beta,
                         {{"A", A, Atype, lda},
                          {"B", B, Btype, ldb},
                          {"C", C, Ctype, ldc},
                          strideA,
                          strideB,
                          strideC,
                          count},
                         compute);
}
cublasStatus_t cublasSgemmEx(cublasHandle_t h, cublasOperation_t transa, cublasOperation_t transb,
                             int m, int n, int k, const float* alpha, const void* A,
                             cudaDataType Atype, int lda, const void* B, cudaDataType Btype,
                             int ldb, const float* beta, void* C, cudaDataType Ctype, int ldc) {
    return gemm_by_types(
        {h, __func__, __builtin_return_address(0)}, {transa, transb, m, n, k}, alpha, beta,
        {{"A", A, Atype, lda}, {"B", B, Btype, ldb}, {"C", C, Ctype, ldc}}, CUBLAS_COMPUTE_32F);
}

// clang-format off
#define CUSIM_CALL {h, __func__, __builtin_return_address(0)}
#define CUSIM_LEVEL3(T, S)                                                                         \
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
}                                                                                                  \
cublasStatus_t cublas##S##geam(cublasHandle_t h, cublasOperation_t transa,                         \
                               cublasOperation_t transb, int m, int n, const T* alpha, const T* A, \
                               int lda, const T* beta, const T* B, int ldb, T* C, int ldc) {       \
    return geam<T>(CUSIM_CALL, {transa, transb, m, n, 0}, alpha, A, lda, beta, B, ldb, C, ldc);    \
}                                                                                                  \
cublasStatus_t cublas##S##syrk(cublasHandle_t h, cublasFillMode_t uplo, cublasOperation_t trans,   \
                               int n, int k, const T* alpha, const T* A, int lda, const T* beta,   \
                               T* C, int ldc) {                                                    \
    return syrk<T>(CUSIM_CALL, uplo, trans, n, k, alpha, A, lda, beta, C, ldc);                    \
}                                                                                                  \
cublasStatus_t cublas##S##symm(cublasHandle_t h, cublasSideMode_t side, cublasFillMode_t uplo,     \
                               int m, int n, const T* alpha, const T* A, int lda, const T* B,      \
                               int ldb, const T* beta, T* C, int ldc) {                            \
    return symm<T>(CUSIM_CALL, side, uplo, m, n, alpha, A, lda, B, ldb, beta, C, ldc);             \
}                                                                                                  \
cublasStatus_t cublas##S##dgmm(cublasHandle_t h, cublasSideMode_t side, int m, int n, const T* A,  \
                               int lda, const T* x, int incx, T* C, int ldc) {                     \
    return dgmm<T>(CUSIM_CALL, side, m, n, A, lda, x, incx, C, ldc);                               \
}                                                                                                  \
cublasStatus_t cublas##S##trsm(cublasHandle_t h, cublasSideMode_t side, cublasFillMode_t uplo,     \
                               cublasOperation_t trans, cublasDiagType_t diag, int m, int n,       \
                               const T* alpha, const T* A, int lda, T* B, int ldb) {               \
    return trsm<T>(CUSIM_CALL, side, uplo, trans, diag, m, n, alpha, A, lda, B, ldb);              \
}
// clang-format on
CUSIM_LEVEL3(float, S)
CUSIM_LEVEL3(double, D)

cublasStatus_t cublasHgemm(cublasHandle_t h, cublasOperation_t transa, cublasOperation_t transb,
                           int m, int n, int k, const __half* alpha, const __half* A, int lda,
                           const __half* B, int ldb, const __half* beta, __half* C, int ldc) {
    return gemm_by_types(
        CUSIM_CALL, {transa, transb, m, n, k}, alpha, beta,
        {{"A", A, CUDA_R_16F, lda}, {"B", B, CUDA_R_16F, ldb}, {"C", C, CUDA_R_16F, ldc}},
        CUBLAS_COMPUTE_16F);
}

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
