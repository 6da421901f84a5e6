// cuSPARSE: triangular systems; see <cusparse.h>.
#include <cstdint>
#include <utility>
#include <vector>

#include "simulator/libraries/sparse_call.hpp"

namespace cusim::libraries {

namespace {

cusparseStatus_t spsv(const SparseCall& call, cusparseOperation_t op, const void* alpha,
                      cusparseConstSpMatDescr_t A, cusparseConstDnVecDescr_t X,
                      cusparseDnVecDescr_t Y, cudaDataType type) {
    const bool fits = is_operation(op) && alpha && are_there(call, A, X, Y) &&
                      A->rows == A->columns && X->size == A->rows && Y->size == A->rows;
    const bool same =
        fits && is_real(type) && A->type == type && X->type == type && Y->type == type;
    return if_valid(call, fits, same, type, [&]<class T>(T) {
        const Scalar<T> by{call, "alpha", alpha};
        return call.submit([=, matrix = *A, from = *X, to = *Y](LibraryCall& action) {
            const T a = by.get(action);
            const SparseElements<T> elements{matrix};
            elements.declare(action);
            action.reads(operand<T>("X", from.values, from.size));
            action.writes(operand<T>("Y", to.values, to.size));
            action.begin();
            // The rows of op(A), of which only one triangle counts.
            struct Element {
                std::int64_t column;
                T value;
            };
            const std::int64_t n = matrix.rows;
            const bool unit = matrix.diagonal == CUSPARSE_DIAG_TYPE_UNIT;
            const bool stored_lower = matrix.fill == CUSPARSE_FILL_MODE_LOWER;
            std::vector<std::vector<Element>> rows(n);
            std::vector<T> diagonal(n, T(unit));
            elements.each(action, [&](std::int64_t i, std::int64_t j, T value) {
                if (i == j && !unit) diagonal[i] += value;
                if (i == j || (i > j) != stored_lower) return;
                if (transposes(op)) std::swap(i, j);
                rows[i].push_back({j, value});
            });
            const T* x = values<T>(from);
            T* y = values<T>(to);
            const bool lower = stored_lower != transposes(op);
            for (std::int64_t step = 0; step < n; ++step) {
                const std::int64_t i = lower ? step : n - 1 - step;
                T sum = a * x[i];
                for (const Element& element : rows[i]) sum -= element.value * y[element.column];
                y[i] = sum / diagonal[i];
            }
        });
    });
}

}  // namespace

}  // namespace cusim::libraries

using namespace cusim::libraries;

cusparseStatus_t cusparseSpSV_createDescr(cusparseSpSVDescr_t* descr) {
    if (!descr) return CUSPARSE_STATUS_INVALID_VALUE;
    *descr = new cusparseSpSVDescr;
    return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseSpSV_destroyDescr(cusparseSpSVDescr_t descr) {
    delete descr;
    return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseSpSV_bufferSize(cusparseHandle_t handle, cusparseOperation_t, const void*,
                                         cusparseConstSpMatDescr_t, cusparseConstDnVecDescr_t,
                                         cusparseDnVecDescr_t, cudaDataType, cusparseSpSVAlg_t,
                                         cusparseSpSVDescr_t, size_t* bufferSize) {
    return tell_buffer(handle, bufferSize);
}
cusparseStatus_t cusparseSpSV_analysis(cusparseHandle_t handle, cusparseOperation_t, const void*,
                                       cusparseConstSpMatDescr_t matA, cusparseConstDnVecDescr_t,
                                       cusparseDnVecDescr_t, cudaDataType, cusparseSpSVAlg_t,
                                       cusparseSpSVDescr_t spsvDescr, void*) {
    const auto bad = verdict(CUSIM_SPARSE, are_there(CUSIM_SPARSE, matA) && spsvDescr, true);
    if (bad == CUSPARSE_STATUS_SUCCESS) spsvDescr->analysed = matA->values;
    return bad;
}
cusparseStatus_t cusparseSpSV_solve(cusparseHandle_t handle, cusparseOperation_t opA,
                                    const void* alpha, cusparseConstSpMatDescr_t matA,
                                    cusparseConstDnVecDescr_t vecX, cusparseDnVecDescr_t vecY,
                                    cudaDataType computeType, cusparseSpSVAlg_t,
                                    cusparseSpSVDescr_t spsvDescr) {
    const bool analysed =
        are_there(CUSIM_SPARSE, matA) && spsvDescr && spsvDescr->analysed == matA->values;
    if (!analysed) return verdict(CUSIM_SPARSE, false, true);
    return spsv(CUSIM_SPARSE, opA, alpha, matA, vecX, vecY, computeType);
}
