// cuSPARSE: triangular systems; see <cusparse.h>.
#include <cstdint>
#include <utility>
#include <vector>

#include "simulator/libraries/sparse_call.hpp"

namespace cusim::libraries {

namespace {

// op(A), of which only one triangle counts.
template <class T>
class Triangle {
  public:
    Triangle(const LibraryCall& action, const cusparseSpMatDescr& matrix, cusparseOperation_t op)
        : rows_(matrix.rows),
          diagonal_(matrix.rows, T(matrix.diagonal == CUSPARSE_DIAG_TYPE_UNIT)) {
        const bool unit = matrix.diagonal == CUSPARSE_DIAG_TYPE_UNIT;
        const bool stored_lower = matrix.fill == CUSPARSE_FILL_MODE_LOWER;
        SparseElements<T>{matrix}.each(action, [&](std::int64_t i, std::int64_t j, T value) {
            if (i == j && !unit) diagonal_[i] += value;
            if (i == j || (i > j) != stored_lower) return;
            if (transposes(op)) std::swap(i, j);
            rows_[i].push_back({j, value});
        });
        lower_ = stored_lower != transposes(op);
    }
    // y(i) refers to a result, x(i) is a right-hand side.
    template <class Right, class Result>
    void solve(Right x, Result y) const {
        const auto n = std::int64_t(rows_.size());
        for (std::int64_t step = 0; step < n; ++step) {
            const std::int64_t i = lower_ ? step : n - 1 - step;
            T sum = x(i);
            for (const Element& element : rows_[i]) sum -= element.value * y(element.column);
            y(i) = sum / diagonal_[i];
        }
    }

  private:
    struct Element {
        std::int64_t column;
        T value;
    };
    std::vector<std::vector<Element>> rows_;
    std::vector<T> diagonal_;
    bool lower_;
};

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
            SparseElements<T>{matrix}.declare(action);
            action.reads(operand<T>("X", from.values, from.size));
            action.writes(operand<T>("Y", to.values, to.size));
            action.begin();
            const T* x = values<T>(from);
            T* y = values<T>(to);
            Triangle<T>{action, matrix, op}.solve([=](std::int64_t i) { return a * x[i]; },
                                                  [=](std::int64_t i) -> T& { return y[i]; });
        });
    });
}

cusparseStatus_t spsm(const SparseCall& call, cusparseOperation_t op_a, cusparseOperation_t op_b,
                      const void* alpha, cusparseConstSpMatDescr_t A, cusparseConstDnMatDescr_t B,
                      cusparseDnMatDescr_t C, cudaDataType type) {
    const bool there =
        alpha && are_there(call, A, B, C) && is_operation(op_a) && is_operation(op_b);
    const bool fits = there && A->rows == A->columns && C->rows == A->rows &&
                      rows_of(op_b, *B) == C->rows && columns_of(op_b, *B) == C->columns;
    const bool same =
        fits && is_real(type) && A->type == type && B->type == type && C->type == type;
    return if_valid(call, fits, same, type, [&]<class T>(T) {
        const Scalar<T> by{call, "alpha", alpha};
        return call.submit([=, matrix = *A, from = *B, to = *C](LibraryCall& action) {
            const T a = by.get(action);
            const DenseElements<T> right{from}, result{to};
            SparseElements<T>{matrix}.declare(action);
            action.reads(right.operand("B"));
            action.writes(result.operand("C"));
            action.begin();
            const Triangle<T> triangle{action, matrix, op_a};
            for (std::int64_t k = 0; k < to.columns; ++k)
                triangle.solve(
                    [&](std::int64_t i) {
                        return a * (transposes(op_b) ? right(k, i) : right(i, k));
                    },
                    [&](std::int64_t i) -> T& { return result(i, k); });
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
                                         cusparseConstSpMatDescr_t matA,
                                         cusparseConstDnVecDescr_t vecX, cusparseDnVecDescr_t vecY,
                                         cudaDataType, cusparseSpSVAlg_t, cusparseSpSVDescr_t,
                                         size_t* bufferSize) {
    return tell_buffer(CUSIM_SPARSE, bufferSize, matA, vecX, vecY);
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

cusparseStatus_t cusparseSpSM_createDescr(cusparseSpSMDescr_t* descr) {
    if (!descr) return CUSPARSE_STATUS_INVALID_VALUE;
    *descr = new cusparseSpSMDescr;
    return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseSpSM_destroyDescr(cusparseSpSMDescr_t descr) {
    delete descr;
    return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseSpSM_bufferSize(cusparseHandle_t handle, cusparseOperation_t,
                                         cusparseOperation_t, const void*,
                                         cusparseConstSpMatDescr_t matA,
                                         cusparseConstDnMatDescr_t matB, cusparseDnMatDescr_t matC,
                                         cudaDataType, cusparseSpSMAlg_t, cusparseSpSMDescr_t,
                                         size_t* bufferSize) {
    return tell_buffer(CUSIM_SPARSE, bufferSize, matA, matB, matC);
}
cusparseStatus_t cusparseSpSM_analysis(cusparseHandle_t handle, cusparseOperation_t,
                                       cusparseOperation_t, const void*,
                                       cusparseConstSpMatDescr_t matA,
                                       cusparseConstDnMatDescr_t matB, cusparseDnMatDescr_t matC,
                                       cudaDataType, cusparseSpSMAlg_t,
                                       cusparseSpSMDescr_t spsmDescr, void*) {
    const bool good = are_there(CUSIM_SPARSE, matA, matB, matC) && spsmDescr;
    const auto bad = verdict(CUSIM_SPARSE, good, true);
    if (bad == CUSPARSE_STATUS_SUCCESS) spsmDescr->analysed = matA->values;
    return bad;
}
cusparseStatus_t cusparseSpSM_solve(cusparseHandle_t handle, cusparseOperation_t opA,
                                    cusparseOperation_t opB, const void* alpha,
                                    cusparseConstSpMatDescr_t matA, cusparseConstDnMatDescr_t matB,
                                    cusparseDnMatDescr_t matC, cudaDataType computeType,
                                    cusparseSpSMAlg_t, cusparseSpSMDescr_t spsmDescr) {
    const bool analysed =
        are_there(CUSIM_SPARSE, matA) && spsmDescr && spsmDescr->analysed == matA->values;
    if (!analysed) return verdict(CUSIM_SPARSE, false, true);
    return spsm(CUSIM_SPARSE, opA, opB, alpha, matA, matB, matC, computeType);
}
