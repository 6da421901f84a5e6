// cuSPARSE: products with sparse matrices; see <cusparse.h>.
#include <cstdint>
#include <utility>
#include <vector>

#include "simulator/libraries/sparse_call.hpp"

namespace cusim::libraries {

namespace {

bool are_of(cudaDataType type, const auto&... operands) {
    return is_real(type) && ((operands.type == type) && ...);
}

// Whether op_a(A) op_b(B) has the shape of C.
bool can_be_multiplied(cusparseOperation_t op_a, const auto& A, cusparseOperation_t op_b,
                       const auto& B, const auto& C) {
    return is_operation(op_a) && is_operation(op_b) && rows_of(op_a, A) == C.rows &&
           columns_of(op_a, A) == rows_of(op_b, B) && columns_of(op_b, B) == C.columns;
}

cusparseStatus_t spmv(const SparseCall& call, cusparseOperation_t op, const void* alpha,
                      cusparseConstSpMatDescr_t A, cusparseConstDnVecDescr_t X, const void* beta,
                      cusparseDnVecDescr_t Y, cudaDataType type) {
    const bool there = alpha && beta && are_there(call, A, X, Y) && is_operation(op);
    const bool fits = there && X->size == (transposes(op) ? A->rows : A->columns) &&
                      Y->size == (transposes(op) ? A->columns : A->rows);
    return if_valid(call, fits, fits && are_of(type, *A, *X, *Y), type, [&]<class T>(T) {
        const Scalar<T> by{call, "alpha", alpha}, keep{call, "beta", beta};
        return call.submit([=, matrix = *A, from = *X, to = *Y](LibraryCall& action) {
            const T a = by.get(action), b = keep.get(action);
            const SparseElements<T> elements{matrix};
            elements.declare(action);
            action.reads(operand<T>("X", from.values, from.size));
            action.changes(operand<T>("Y", to.values, to.size), b != T{});
            action.begin();
            std::vector<T> sums(to.size);
            const T* x = values<T>(from);
            elements.each(action, [&](std::int64_t i, std::int64_t j, T value) {
                if (transposes(op)) std::swap(i, j);
                sums[i] += value * x[j];
            });
            T* y = values<T>(to);
            for (std::int64_t i = 0; i < to.size; ++i)
                y[i] = b == T{} ? a * sums[i] : a * sums[i] + b * y[i];
        });
    });
}

cusparseStatus_t spmm(const SparseCall& call, cusparseOperation_t op_a, cusparseOperation_t op_b,
                      const void* alpha, cusparseConstSpMatDescr_t A, cusparseConstDnMatDescr_t B,
                      const void* beta, cusparseDnMatDescr_t C, cudaDataType type) {
    const bool there = alpha && beta && are_there(call, A, B, C);
    const bool fits = there && can_be_multiplied(op_a, *A, op_b, *B, *C);
    return if_valid(call, fits, fits && are_of(type, *A, *B, *C), type, [&]<class T>(T) {
        const Scalar<T> by{call, "alpha", alpha}, keep{call, "beta", beta};
        return call.submit([=, matrix = *A, from = *B, to = *C](LibraryCall& action) {
            const T a = by.get(action), b = keep.get(action);
            const SparseElements<T> elements{matrix};
            const DenseElements<T> right{from}, result{to};
            elements.declare(action);
            action.reads(right.operand("B"));
            action.changes(result.operand("C"), b != T{});
            action.begin();
            std::vector<T> sums(to.rows * to.columns);
            elements.each(action, [&](std::int64_t i, std::int64_t j, T value) {
                if (transposes(op_a)) std::swap(i, j);
                for (std::int64_t k = 0; k < to.columns; ++k)
                    sums[i * to.columns + k] +=
                        value * (transposes(op_b) ? right(k, j) : right(j, k));
            });
            for (std::int64_t i = 0; i < to.rows; ++i)
                for (std::int64_t k = 0; k < to.columns; ++k) {
                    const T sum = a * sums[i * to.columns + k];
                    result(i, k) = b == T{} ? sum : sum + b * result(i, k);
                }
        });
    });
}

// C = alpha (op(A) op(B)) at the elements that C has, + beta C.
cusparseStatus_t sddmm(const SparseCall& call, cusparseOperation_t op_a, cusparseOperation_t op_b,
                       const void* alpha, cusparseConstDnMatDescr_t A, cusparseConstDnMatDescr_t B,
                       const void* beta, cusparseSpMatDescr_t C, cudaDataType type) {
    const bool there = alpha && beta && are_there(call, A, B, C);
    const bool fits = there && can_be_multiplied(op_a, *A, op_b, *B, *C);
    return if_valid(call, fits, fits && are_of(type, *A, *B, *C), type, [&]<class T>(T) {
        const Scalar<T> by{call, "alpha", alpha}, keep{call, "beta", beta};
        return call.submit([=, left = *A, right = *B, to = *C](LibraryCall& action) {
            const T a = by.get(action), b = keep.get(action);
            const DenseElements<T> rows{left}, columns{right};
            const SparseElements<T> elements{to};
            elements.declare_places(action);
            action.reads(rows.operand("A"));
            action.reads(columns.operand("B"));
            action.changes(operand<T>("the values", to.values, to.nonzeros), b != T{});
            action.begin();
            const std::int64_t length = columns_of(op_a, left);
            elements.each_place(action, [&](std::int64_t i, std::int64_t j, std::int64_t at) {
                T sum{};
                for (std::int64_t k = 0; k < length; ++k)
                    sum += (transposes(op_a) ? rows(k, i) : rows(i, k)) *
                           (transposes(op_b) ? columns(j, k) : columns(k, j));
                T& value = static_cast<T*>(to.values)[at];
                value = b == T{} ? a * sum : a * sum + b * value;
            });
        });
    });
}

}  // namespace

}  // namespace cusim::libraries

using namespace cusim::libraries;

cusparseStatus_t cusparseSpMV_bufferSize(cusparseHandle_t handle, cusparseOperation_t, const void*,
                                         cusparseConstSpMatDescr_t matA,
                                         cusparseConstDnVecDescr_t vecX, const void*,
                                         cusparseDnVecDescr_t vecY, cudaDataType, cusparseSpMVAlg_t,
                                         size_t* bufferSize) {
    return tell_buffer(CUSIM_SPARSE, bufferSize, matA, vecX, vecY);
}
cusparseStatus_t cusparseSpMV_preprocess(cusparseHandle_t handle, cusparseOperation_t, const void*,
                                         cusparseConstSpMatDescr_t matA,
                                         cusparseConstDnVecDescr_t vecX, const void*,
                                         cusparseDnVecDescr_t vecY, cudaDataType, cusparseSpMVAlg_t,
                                         void*) {
    return verdict(CUSIM_SPARSE, are_there(CUSIM_SPARSE, matA, vecX, vecY), true);
}
cusparseStatus_t cusparseSpMV(cusparseHandle_t handle, cusparseOperation_t opA, const void* alpha,
                              cusparseConstSpMatDescr_t matA, cusparseConstDnVecDescr_t vecX,
                              const void* beta, cusparseDnVecDescr_t vecY, cudaDataType computeType,
                              cusparseSpMVAlg_t, void*) {
    return spmv(CUSIM_SPARSE, opA, alpha, matA, vecX, beta, vecY, computeType);
}

cusparseStatus_t cusparseSpMM_bufferSize(cusparseHandle_t handle, cusparseOperation_t,
                                         cusparseOperation_t, const void*,
                                         cusparseConstSpMatDescr_t matA,
                                         cusparseConstDnMatDescr_t matB, const void*,
                                         cusparseDnMatDescr_t matC, cudaDataType, cusparseSpMMAlg_t,
                                         size_t* bufferSize) {
    return tell_buffer(CUSIM_SPARSE, bufferSize, matA, matB, matC);
}
cusparseStatus_t cusparseSpMM_preprocess(cusparseHandle_t handle, cusparseOperation_t,
                                         cusparseOperation_t, const void*,
                                         cusparseConstSpMatDescr_t matA,
                                         cusparseConstDnMatDescr_t matB, const void*,
                                         cusparseDnMatDescr_t matC, cudaDataType, cusparseSpMMAlg_t,
                                         void*) {
    return verdict(CUSIM_SPARSE, are_there(CUSIM_SPARSE, matA, matB, matC), true);
}
cusparseStatus_t cusparseSpMM(cusparseHandle_t handle, cusparseOperation_t opA,
                              cusparseOperation_t opB, const void* alpha,
                              cusparseConstSpMatDescr_t matA, cusparseConstDnMatDescr_t matB,
                              const void* beta, cusparseDnMatDescr_t matC, cudaDataType computeType,
                              cusparseSpMMAlg_t, void*) {
    return spmm(CUSIM_SPARSE, opA, opB, alpha, matA, matB, beta, matC, computeType);
}

cusparseStatus_t cusparseSDDMM_bufferSize(cusparseHandle_t handle, cusparseOperation_t,
                                          cusparseOperation_t, const void*,
                                          cusparseConstDnMatDescr_t matA,
                                          cusparseConstDnMatDescr_t matB, const void*,
                                          cusparseSpMatDescr_t matC, cudaDataType,
                                          cusparseSDDMMAlg_t, size_t* bufferSize) {
    return tell_buffer(CUSIM_SPARSE, bufferSize, matA, matB, matC);
}
cusparseStatus_t cusparseSDDMM_preprocess(cusparseHandle_t handle, cusparseOperation_t,
                                          cusparseOperation_t, const void*,
                                          cusparseConstDnMatDescr_t matA,
                                          cusparseConstDnMatDescr_t matB, const void*,
                                          cusparseSpMatDescr_t matC, cudaDataType,
                                          cusparseSDDMMAlg_t, void*) {
    return verdict(CUSIM_SPARSE, are_there(CUSIM_SPARSE, matA, matB, matC), true);
}
cusparseStatus_t cusparseSDDMM(cusparseHandle_t handle, cusparseOperation_t opA,
                               cusparseOperation_t opB, const void* alpha,
                               cusparseConstDnMatDescr_t matA, cusparseConstDnMatDescr_t matB,
                               const void* beta, cusparseSpMatDescr_t matC,
                               cudaDataType computeType, cusparseSDDMMAlg_t, void*) {
    return sddmm(CUSIM_SPARSE, opA, opB, alpha, matA, matB, beta, matC, computeType);
}
