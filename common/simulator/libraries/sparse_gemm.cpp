// cuSPARSE: the product of two sparse matrices; see <cusparse.h>. It is computed in double, and
// rounded when it is copied into C.
#include <cstdint>
#include <utility>
#include <vector>

#include "simulator/libraries/sparse_call.hpp"

namespace cusim::libraries {

namespace {

// One of the steps of a product, which all have these arguments.
struct SparseProduct {
    SparseCall call;
    cusparseOperation_t op_a, op_b;
    const void *alpha, *beta;
    cusparseConstSpMatDescr_t A, B;
    cusparseSpMatDescr_t C;
    cudaDataType type;
    cusparseSpGEMMDescr_t descr;

    // Success where the step may go on.
    cusparseStatus_t status() const {
        if (!is_handle(call.handle)) return CUSPARSE_STATUS_NOT_INITIALIZED;
        const bool fits = alpha && beta && descr && are_there(call, A, B, C) &&
                          A->rows == C->rows && A->columns == B->rows && B->columns == C->columns;
        if (!fits) return CUSPARSE_STATUS_INVALID_VALUE;
        const bool is_plain = !transposes(op_a) && !transposes(op_b) &&
                              A->format == CUSPARSE_FORMAT_CSR &&
                              B->format == CUSPARSE_FORMAT_CSR && C->format == CUSPARSE_FORMAT_CSR;
        if (!is_plain) return CUSPARSE_STATUS_NOT_SUPPORTED;
        const bool same = is_real(type) && A->type == type && B->type == type && C->type == type;
        return verdict(call, true, same);
    }
};

template <class T>
cusparseStatus_t compute_product(const SparseProduct& product) {
    const Scalar<T> by{product.call, "alpha", product.alpha};
    const Scalar<T> keep{product.call, "beta", product.beta};
    // The host learns how many elements C has.
    return product.call.submit_and_wait([=](LibraryCall& action) {
        const double a = by.get(action);
        if (keep.get(action) != T{})
            report_lack(product.call.function, product.call.pc, "a beta that is not zero");
        const SparseElements<T> left{*product.A}, right{*product.B};
        left.declare(action);
        right.declare(action);
        action.begin();
        std::vector<std::vector<std::pair<std::int64_t, T>>> lines(product.B->rows);
        right.each(action, [&](std::int64_t k, std::int64_t j, T value) {
            lines[k].push_back({j, value});
        });
        auto& descr = *product.descr;
        descr.rows.assign(product.A->rows, {});
        descr.products = 0;
        left.each(action, [&](std::int64_t i, std::int64_t k, T value) {
            for (const auto& [j, other] : lines[k]) descr.rows[i][j] += a * value * other;
            descr.products += std::int64_t(lines[k].size());
        });
        product.C->nonzeros = 0;
        for (const auto& row : descr.rows) product.C->nonzeros += std::int64_t(row.size());
    });
}

template <class T>
cusparseStatus_t copy_product(const SparseProduct& product) {
    return product.call.submit([to = *product.C, rows = product.descr->rows](LibraryCall& action) {
        const SparseElements<T> elements{to};
        action.writes(elements.outer().operand("the offsets", to.rows + 1));
        action.writes(elements.inner().operand("the columns", to.nonzeros));
        action.writes(operand<T>("the values", to.values, to.nonzeros));
        action.begin();
        std::int64_t at = 0;
        for (std::size_t i = 0; i < rows.size(); ++i) {
            elements.outer().set(std::int64_t(i), at + to.base);
            for (const auto& [j, value] : rows[i]) {
                elements.inner().set(at, j + to.base);
                static_cast<T*>(to.values)[at++] = T(value);
            }
        }
        elements.outer().set(to.rows, at + to.base);
    });
}

// Without a buffer, a step only tells how large it must be.
bool asks_for_size(size_t* size, const void* buffer) {
    if (!buffer && size) *size = buffer_bytes;
    return !buffer;
}

}  // namespace

}  // namespace cusim::libraries

using namespace cusim::libraries;

#define CUSIM_PRODUCT \
    { CUSIM_SPARSE, opA, opB, alpha, beta, matA, matB, matC, computeType, spgemmDescr }

cusparseStatus_t cusparseSpGEMM_createDescr(cusparseSpGEMMDescr_t* descr) {
    if (!descr) return CUSPARSE_STATUS_INVALID_VALUE;
    *descr = new cusparseSpGEMMDescr;
    return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseSpGEMM_destroyDescr(cusparseSpGEMMDescr_t descr) {
    delete descr;
    return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseSpGEMM_getNumProducts(cusparseSpGEMMDescr_t spgemmDescr,
                                               int64_t* num_prods) {
    if (!spgemmDescr || !num_prods) return CUSPARSE_STATUS_INVALID_VALUE;
    *num_prods = spgemmDescr->products;
    return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseSpGEMM_workEstimation(
    cusparseHandle_t handle, cusparseOperation_t opA, cusparseOperation_t opB, const void* alpha,
    cusparseConstSpMatDescr_t matA, cusparseConstSpMatDescr_t matB, const void* beta,
    cusparseSpMatDescr_t matC, cudaDataType computeType, cusparseSpGEMMAlg_t,
    cusparseSpGEMMDescr_t spgemmDescr, size_t* bufferSize1, void* externalBuffer1) {
    const SparseProduct product CUSIM_PRODUCT;
    const cusparseStatus_t status = product.status();
    if (status == CUSPARSE_STATUS_SUCCESS) asks_for_size(bufferSize1, externalBuffer1);
    return status;
}
cusparseStatus_t cusparseSpGEMM_compute(cusparseHandle_t handle, cusparseOperation_t opA,
                                        cusparseOperation_t opB, const void* alpha,
                                        cusparseConstSpMatDescr_t matA,
                                        cusparseConstSpMatDescr_t matB, const void* beta,
                                        cusparseSpMatDescr_t matC, cudaDataType computeType,
                                        cusparseSpGEMMAlg_t, cusparseSpGEMMDescr_t spgemmDescr,
                                        size_t* bufferSize2, void* externalBuffer2) {
    const SparseProduct product CUSIM_PRODUCT;
    const cusparseStatus_t status = product.status();
    if (status != CUSPARSE_STATUS_SUCCESS || asks_for_size(bufferSize2, externalBuffer2))
        return status;
    return computeType == CUDA_R_32F ? compute_product<float>(product)
                                     : compute_product<double>(product);
}
cusparseStatus_t cusparseSpGEMM_copy(cusparseHandle_t handle, cusparseOperation_t opA,
                                     cusparseOperation_t opB, const void* alpha,
                                     cusparseConstSpMatDescr_t matA, cusparseConstSpMatDescr_t matB,
                                     const void* beta, cusparseSpMatDescr_t matC,
                                     cudaDataType computeType, cusparseSpGEMMAlg_t,
                                     cusparseSpGEMMDescr_t spgemmDescr) {
    const SparseProduct product CUSIM_PRODUCT;
    const cusparseStatus_t status = product.status();
    if (status != CUSPARSE_STATUS_SUCCESS) return status;
    return computeType == CUDA_R_32F ? copy_product<float>(product) : copy_product<double>(product);
}
