// What the functions of cuSPARSE do alike: they check their arguments, choose the type of the
// elements, and ask for a buffer.
#pragma once

#include <cstddef>

#include "simulator/libraries/sparse.hpp"

#define CUSIM_SPARSE \
    { handle, __func__, __builtin_return_address(0) }

namespace cusim::libraries {

inline bool is_operation(cusparseOperation_t op) {
    return op >= CUSPARSE_OPERATION_NON_TRANSPOSE && op <= CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE;
}
inline bool transposes(cusparseOperation_t op) {
    return op != CUSPARSE_OPERATION_NON_TRANSPOSE;
}

// "Not initialised", "invalid value", "not supported" or success, in this order.
inline cusparseStatus_t verdict(const SparseCall& call, bool arguments_are_good, bool supported) {
    if (!is_handle(call.handle)) return CUSPARSE_STATUS_NOT_INITIALIZED;
    if (!arguments_are_good) return CUSPARSE_STATUS_INVALID_VALUE;
    if (supported) return CUSPARSE_STATUS_SUCCESS;
    report_lack(call.function, call.pc, "operands and sums of different types");
    return CUSPARSE_STATUS_NOT_SUPPORTED;
}
// Of what is no vector or matrix, any type: its call is refused.
template <class Described>
cudaDataType type_of(const Described* described) {
    return live_descriptors<Described>().contains(described) ? described->type : CUDA_R_32F;
}
// Calls `action` with a value of the type, unless the verdict is another than success.
template <class Action>
cusparseStatus_t if_valid(const SparseCall& call, bool arguments_are_good, bool supported,
                          cudaDataType type, Action action) {
    const cusparseStatus_t status = verdict(call, arguments_are_good, supported);
    if (status != CUSPARSE_STATUS_SUCCESS) return status;
    return type == CUDA_R_32F ? action(float{}) : action(double{});
}
// A buffer holds nothing here. Its size is not zero, since programs allocate and free it.
constexpr size_t buffer_bytes = 8;
template <class... Descriptor>
cusparseStatus_t tell_buffer(const SparseCall& call, size_t* size,
                             const Descriptor*... descriptors) {
    const bool good = is_handle(call.handle) && size && are_there(call, descriptors...);
    if (good) *size = buffer_bytes;
    return verdict(call, good, true);
}
// The rows and columns of op(m).
template <class Matrix>
std::int64_t rows_of(cusparseOperation_t op, const Matrix& m) {
    return transposes(op) ? m.columns : m.rows;
}
template <class Matrix>
std::int64_t columns_of(cusparseOperation_t op, const Matrix& m) {
    return transposes(op) ? m.rows : m.columns;
}

template <class T>
T* values(const cusparseDnVecDescr& vector) {
    return static_cast<T*>(vector.values);
}

}  // namespace cusim::libraries
