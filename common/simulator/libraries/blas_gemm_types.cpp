// cuBLAS level 3: products of matrices whose elements have several types.
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "simulator/libraries/blas_elements.hpp"
#include "simulator/libraries/blas_products.hpp"

namespace cusim::libraries {

namespace {

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

// What an element can hold of a sum: of integers the lowest 32 bits.
template <class Sum>
double kept(Sum sum) {
    if constexpr (std::is_integral_v<Sum>) return static_cast<std::int32_t>(sum);
    return static_cast<double>(sum);
}

// alpha and beta are of the type `Given`.
template <class Sum, class Given = Sum>
cublasStatus_t gemm_of_types(const BlasCall& call, const Sizes& sizes, const void* alpha,
                             const void* beta, const TypedProduct& all) {
    const Scalar<Given> by{call, "alpha", alpha}, keep{call, "beta", beta};
    return call.submit([=](LibraryCall& action) {
        const Sum x = Sum(by.get(action)), y = Sum(keep.get(action));
        const auto a_shape = shape(sizes.a, sizes.m, sizes.k);
        const auto b_shape = shape(sizes.b, sizes.k, sizes.n);
        const std::pair<long, long> c_shape{sizes.m, sizes.n};
        for (int i = 0; i < all.count; ++i) {
            const TypedProduct product = all.of(i);
            action.reads(product.a.operand(a_shape));
            action.reads(product.b.operand(b_shape));
            action.changes(product.c.operand(c_shape), y != Sum{});
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
                          kept(result[row + column * sizes.m]));
        }
    });
}

bool is_double(cublasComputeType_t compute) {
    return compute == CUBLAS_COMPUTE_64F || compute == CUBLAS_COMPUTE_64F_PEDANTIC;
}
bool is_half(cublasComputeType_t compute) {
    return compute == CUBLAS_COMPUTE_16F || compute == CUBLAS_COMPUTE_16F_PEDANTIC;
}
bool sums_integers(cublasComputeType_t compute) {
    return compute == CUBLAS_COMPUTE_32I || compute == CUBLAS_COMPUTE_32I_PEDANTIC;
}
// What the simulator lacks of what a device computes; empty if nothing.
std::string lacking(const TypedProduct& all) {
    for (const Typed& each : {all.a, all.b, all.c})
        if (!size_of(each.type))
            return "elements other than reals of 16, 32 and 64 bits and integers of 8 and 32";
    return "";
}
// Whether types go together, by the table of NVIDIA's documentation.
bool may_be_combined(const TypedProduct& all, cublasComputeType_t compute) {
    const cudaDataType from = all.a.type, to = all.c.type;
    if (all.b.type != from) return false;
    if (is_double(compute)) return from == CUDA_R_64F && to == CUDA_R_64F;
    if (is_half(compute)) return from == CUDA_R_16F && to == CUDA_R_16F;
    if (sums_integers(compute)) return from == CUDA_R_8I && to == CUDA_R_32I;
    const bool halves = compute == CUBLAS_COMPUTE_32F || compute == CUBLAS_COMPUTE_32F_PEDANTIC;
    if (from == CUDA_R_8I) return halves && to == CUDA_R_32F;
    return (from == CUDA_R_32F || (halves && size_of(from) == 2)) &&
           (to == CUDA_R_32F || to == from);
}

cublasStatus_t gemm_by_types(const BlasCall& call, const Sizes& sizes, const void* alpha,
                             const void* beta, const TypedProduct& all,
                             cublasComputeType_t compute) {
    const bool good =
        sizes.good(all.a.leading, all.b.leading, all.c.leading) && alpha && beta && all.count >= 0;
    if (const auto bad = verdict(call, good); bad != CUBLAS_STATUS_SUCCESS) return bad;
    if (const std::string what = lacking(all); !what.empty()) {
        report_lack(call.function, call.pc, what);
        return CUBLAS_STATUS_NOT_SUPPORTED;
    }
    if (!may_be_combined(all, compute)) return CUBLAS_STATUS_NOT_SUPPORTED;
    if (sizes.m == 0 || sizes.n == 0 || all.count == 0) return CUBLAS_STATUS_SUCCESS;
    if (is_double(compute)) return gemm_of_types<double>(call, sizes, alpha, beta, all);
    if (sums_integers(compute))
        return gemm_of_types<long long, std::int32_t>(call, sizes, alpha, beta, all);
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
    return gemm_by_types(CUSIM_CALL, {transa, transb, m, n, k}, alpha, beta,
                         {{"A", A, Atype, lda}, {"B", B, Btype, ldb}, {"C", C, Ctype, ldc}},
                         compute);
}
cublasStatus_t cublasGemmStridedBatchedEx(
    cublasHandle_t h, cublasOperation_t transa, cublasOperation_t transb, int m, int n, int k,
    const void* alpha, const void* A, cudaDataType Atype, int lda, long long strideA, const void* B,
    cudaDataType Btype, int ldb, long long strideB, const void* beta, void* C, cudaDataType Ctype,
    int ldc, long long strideC, int count, cublasComputeType_t compute, cublasGemmAlgo_t) {
    return gemm_by_types(CUSIM_CALL, {transa, transb, m, n, k}, alpha, beta,
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
    return gemm_by_types(CUSIM_CALL, {transa, transb, m, n, k}, alpha, beta,
                         {{"A", A, Atype, lda}, {"B", B, Btype, ldb}, {"C", C, Ctype, ldc}},
                         CUBLAS_COMPUTE_32F);
}

cublasStatus_t cublasHgemm(cublasHandle_t h, cublasOperation_t transa, cublasOperation_t transb,
                           int m, int n, int k, const __half* alpha, const __half* A, int lda,
                           const __half* B, int ldb, const __half* beta, __half* C, int ldc) {
    return gemm_by_types(
        CUSIM_CALL, {transa, transb, m, n, k}, alpha, beta,
        {{"A", A, CUDA_R_16F, lda}, {"B", B, CUDA_R_16F, ldb}, {"C", C, CUDA_R_16F, ldc}},
        CUBLAS_COMPUTE_16F);
}
