// cuSPARSE: sums and products with sparse vectors; see <cusparse.h>.
#include <cstdint>
#include <string>
#include <vector>

#include "simulator/libraries/sparse_call.hpp"

namespace cusim::libraries {

namespace {

// Where element k of a sparse vector belongs in a dense one.
std::int64_t place_of(const LibraryCall& call, const cusparseSpVecDescr& vector, std::int64_t k) {
    const std::int64_t at = Indices{vector.indices, vector.index_type}[k] - vector.base;
    if (at < 0 || at >= vector.size)
        call.stop(report::FindingKind::out_of_bounds,
                  "of the indices, number " + std::to_string(k) + " is " + std::to_string(at) +
                      " (from 0), and the vector has " + std::to_string(vector.size));
    return at;
}

// Calls use(place in the dense vector, value) for each element of a sparse vector.
template <class T, class Use>
void each_of(const LibraryCall& call, const cusparseSpVecDescr& vector, Use use) {
    for (std::int64_t k = 0; k < vector.nonzeros; ++k)
        use(place_of(call, vector, k), static_cast<const T*>(vector.values)[k]);
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

// Moves the elements of X between X and their places in Y.
cusparseStatus_t move_elements(const SparseCall& call, cusparseConstSpVecDescr_t X,
                               cusparseConstDnVecDescr_t Y, bool into_dense) {
    const bool fits = are_there(call, X, Y) && X->size == Y->size;
    return if_valid(call, fits, fits && X->type == Y->type, type_of(X), [&]<class T>(T) {
        return call.submit([=, sparse = *X, dense = *Y](LibraryCall& action) {
            const Indices places{sparse.indices, sparse.index_type};
            const auto in_x = operand<T>("the values", sparse.values, sparse.nonzeros);
            action.reads(places.operand("the indices", sparse.nonzeros));
            if (into_dense)
                action.reads(in_x);
            else
                action.writes(in_x);
            // Only the places that X names.
            std::vector<std::int64_t> at(sparse.nonzeros);
            for (std::int64_t k = 0; k < sparse.nonzeros; ++k) {
                at[k] = place_of(action, sparse, k);
                const auto element = operand<T>("Y", values<T>(dense) + at[k], 1);
                if (into_dense)
                    action.writes(element);
                else
                    action.reads(element);
            }
            action.begin();
            T* const x = static_cast<T*>(sparse.values);
            T* const y = values<T>(dense);
            for (std::int64_t k = 0; k < sparse.nonzeros; ++k)
                (into_dense ? y[at[k]] : x[k]) = into_dense ? x[k] : y[at[k]];
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
cusparseStatus_t cusparseGather(cusparseHandle_t handle, cusparseConstDnVecDescr_t vecY,
                                cusparseSpVecDescr_t vecX) {
    return move_elements(CUSIM_SPARSE, vecX, vecY, false);
}
cusparseStatus_t cusparseScatter(cusparseHandle_t handle, cusparseConstSpVecDescr_t vecX,
                                 cusparseDnVecDescr_t vecY) {
    return move_elements(CUSIM_SPARSE, vecX, vecY, true);
}
