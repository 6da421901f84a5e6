// cuSPARSE: sums and products with sparse vectors; see <cusparse.h>.
#include <cstdint>
#include <string>

#include "simulator/libraries/sparse_call.hpp"

namespace cusim::libraries {

namespace {

// Calls use(place in the dense vector, value) for each element of a sparse vector.
template <class T, class Use>
void each_of(const LibraryCall& call, const cusparseSpVecDescr& vector, Use use) {
    const Indices places{vector.indices, vector.index_type};
    for (std::int64_t k = 0; k < vector.nonzeros; ++k) {
        const std::int64_t at = places[k] - vector.base;
        if (at < 0 || at >= vector.size)
            call.stop(report::FindingKind::out_of_bounds,
                      "of the indices, number " + std::to_string(k) + " is " + std::to_string(at) +
                          " (from 0), and the vector has " + std::to_string(vector.size));
        use(at, static_cast<const T*>(vector.values)[k]);
    }
}
template <class T>
void declare(LibraryCall& call, const cusparseSpVecDescr& vector) {
    call.reads(Indices{vector.indices, vector.index_type}.operand("the indices", vector.nonzeros));
    call.reads(operand<T>("the values", vector.values, vector.nonzeros));
}

cusparseStatus_t axpby(const SparseCall& call, const void* alpha, cusparseConstSpVecDescr_t X,
                       const void* beta, cusparseDnVecDescr_t Y) {
    const bool fits = alpha && beta && are_there(call, X, Y) && X->size == Y->size;
    return if_valid(call, fits, fits && X->type == Y->type, type_of(X), [&]<class T>(T) {
        const Scalar<T> by{call, "alpha", alpha}, keep{call, "beta", beta};
        return call.submit([=, from = *X, to = *Y](LibraryCall& action) {
            const T a = by.get(action), b = keep.get(action);
            declare<T>(action, from);
            action.changes(operand<T>("Y", to.values, to.size));
            action.begin();
            T* y = values<T>(to);
            for (std::int64_t i = 0; i < to.size; ++i) y[i] *= b;
            each_of<T>(action, from, [&](std::int64_t i, T value) { y[i] += a * value; });
        });
    });
}

cusparseStatus_t spvv(const SparseCall& call, cusparseOperation_t op, cusparseConstSpVecDescr_t X,
                      cusparseConstDnVecDescr_t Y, void* result, cudaDataType type) {
    const bool fits = is_operation(op) && are_there(call, X, Y) && result && X->size == Y->size;
    const bool same = fits && is_real(type) && X->type == type && Y->type == type;
    return if_valid(call, fits, same, type, [&]<class T>(T) {
        const auto work = [=, on_device = call.on_device(), from = *X,
                           with = *Y](LibraryCall& action) {
            declare<T>(action, from);
            action.reads(operand<T>("Y", with.values, with.size));
            if (on_device) action.writes(operand<T>("result", result, 1));
            action.begin();
            T sum = 0;
            each_of<T>(action, from,
                       [&](std::int64_t i, T value) { sum += value * values<T>(with)[i]; });
            *static_cast<T*>(result) = sum;
        };
        return call.on_device() ? call.submit(work) : call.submit_and_wait(work);
    });
}

}  // namespace

}  // namespace cusim::libraries

using namespace cusim::libraries;

cusparseStatus_t cusparseAxpby(cusparseHandle_t handle, const void* alpha,
                               cusparseConstSpVecDescr_t vecX, const void* beta,
                               cusparseDnVecDescr_t vecY) {
    return axpby(CUSIM_SPARSE, alpha, vecX, beta, vecY);
}
cusparseStatus_t cusparseSpVV_bufferSize(cusparseHandle_t handle, cusparseOperation_t,
                                         cusparseConstSpVecDescr_t vecX,
                                         cusparseConstDnVecDescr_t vecY, const void*, cudaDataType,
                                         size_t* bufferSize) {
    return tell_buffer(CUSIM_SPARSE, bufferSize, vecX, vecY);
}
cusparseStatus_t cusparseSpVV(cusparseHandle_t handle, cusparseOperation_t opX,
                              cusparseConstSpVecDescr_t vecX, cusparseConstDnVecDescr_t vecY,
                              void* result, cudaDataType computeType, void*) {
    return spvv(CUSIM_SPARSE, opX, vecX, vecY, result, computeType);
}
