// cuSPARSE: products, triangular systems and conversions; see <cusparse.h>.
#include "simulator/libraries/sparse.hpp"

#include <algorithm>

namespace cusim::libraries {

namespace {

// alpha or beta: a value known now, or read from device memory when the call is executed.
template <class T>
class Factor {
  public:
    Factor(const SparseCall& call, const char* name, const void* pointer)
        : name_(name), pointer_(static_cast<const T*>(call.on_device() ? pointer : nullptr)) {
        if (!call.on_device()) value_ = *static_cast<const T*>(pointer);
    }
    T get(LibraryCall& call) const { return pointer_ ? call.value(name_, pointer_) : value_; }

  private:
    const char* name_;
    const T* pointer_;
    T value_{};
};

bool is_operation(cusparseOperation_t op) {
    return op >= CUSPARSE_OPERATION_NON_TRANSPOSE && op <= CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE;
}
bool transposes(cusparseOperation_t op) {
    return op != CUSPARSE_OPERATION_NON_TRANSPOSE;
}

// "Not initialised", "invalid value", "not supported" or success, in this order.
cusparseStatus_t verdict(const SparseCall& call, bool arguments_are_good, bool supported) {
    if (!is_handle(call.handle)) return CUSPARSE_STATUS_NOT_INITIALIZED;
    if (!arguments_are_good) return CUSPARSE_STATUS_INVALID_VALUE;
    if (supported) return CUSPARSE_STATUS_SUCCESS;
    report_lack(call.function, call.pc, "operands and sums of different types");
    return CUSPARSE_STATUS_NOT_SUPPORTED;
}
// Of no vector or matrix, any type: its call is refused.
template <class Described>
cudaDataType type_of(const Described* described) {
    return described ? described->type : CUDA_R_32F;
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
cusparseStatus_t tell_buffer(cusparseHandle_t handle, size_t* size) {
    if (!is_handle(handle)) return CUSPARSE_STATUS_NOT_INITIALIZED;
    if (!size) return CUSPARSE_STATUS_INVALID_VALUE;
    *size = 8;
    return CUSPARSE_STATUS_SUCCESS;
}

template <class T>
T* values(const cusparseDnVecDescr& vector) {
    return static_cast<T*>(vector.values);
}

cusparseStatus_t spmv(const SparseCall& call, cusparseOperation_t op, const void* alpha,
                      cusparseConstSpMatDescr_t A, cusparseConstDnVecDescr_t X, const void* beta,
                      cusparseDnVecDescr_t Y, cudaDataType type) {
    const bool there = alpha && A && X && beta && Y && is_operation(op);
    const bool fits = there && X->size == (transposes(op) ? A->rows : A->columns) &&
                      Y->size == (transposes(op) ? A->columns : A->rows);
    const bool same =
        fits && is_real(type) && A->type == type && X->type == type && Y->type == type;
    return if_valid(call, fits, same, type, [&]<class T>(T) {
        const Factor<T> by{call, "alpha", alpha}, keep{call, "beta", beta};
        return call.submit([=, matrix = *A, from = *X, to = *Y](LibraryCall& action) {
            const T a = by.get(action), b = keep.get(action);
            const SparseElements<T> elements{matrix};
            elements.declare(action);
            action.reads(operand<T>("X", from.values, from.size));
            if (b != T{}) action.reads(operand<T>("Y", to.values, to.size));
            action.writes(operand<T>("Y", to.values, to.size));
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
    const bool there = alpha && A && B && beta && C && is_operation(op_a) && is_operation(op_b);
    const auto rows = [](cusparseOperation_t op, const auto& m) {
        return transposes(op) ? m.columns : m.rows;
    };
    const auto columns = [](cusparseOperation_t op, const auto& m) {
        return transposes(op) ? m.rows : m.columns;
    };
    const bool fits = there && rows(op_a, *A) == C->rows && columns(op_a, *A) == rows(op_b, *B) &&
                      columns(op_b, *B) == C->columns;
    const bool same =
        fits && is_real(type) && A->type == type && B->type == type && C->type == type;
    return if_valid(call, fits, same, type, [&]<class T>(T) {
        const Factor<T> by{call, "alpha", alpha}, keep{call, "beta", beta};
        return call.submit([=, matrix = *A, from = *B, to = *C](LibraryCall& action) {
            const T a = by.get(action), b = keep.get(action);
            const SparseElements<T> elements{matrix};
            const DenseElements<T> right{from}, result{to};
            elements.declare(action);
            action.reads(right.operand("B"));
            if (b != T{}) action.reads(result.operand("C"));
            action.writes(result.operand("C"));
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
    const bool fits = alpha && X && beta && Y && X->size == Y->size;
    return if_valid(call, fits, fits && X->type == Y->type, type_of(X), [&]<class T>(T) {
        const Factor<T> by{call, "alpha", alpha}, keep{call, "beta", beta};
        return call.submit([=, from = *X, to = *Y](LibraryCall& action) {
            const T a = by.get(action), b = keep.get(action);
            declare<T>(action, from);
            action.reads(operand<T>("Y", to.values, to.size));
            action.writes(operand<T>("Y", to.values, to.size));
            action.begin();
            T* y = values<T>(to);
            for (std::int64_t i = 0; i < to.size; ++i) y[i] *= b;
            each_of<T>(action, from, [&](std::int64_t i, T value) { y[i] += a * value; });
        });
    });
}

cusparseStatus_t spvv(const SparseCall& call, cusparseOperation_t op, cusparseConstSpVecDescr_t X,
                      cusparseConstDnVecDescr_t Y, void* result, cudaDataType type) {
    const bool fits = is_operation(op) && X && Y && result && X->size == Y->size;
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

cusparseStatus_t spsv(const SparseCall& call, cusparseOperation_t op, const void* alpha,
                      cusparseConstSpMatDescr_t A, cusparseConstDnVecDescr_t X,
                      cusparseDnVecDescr_t Y, cudaDataType type) {
    const bool fits = is_operation(op) && alpha && A && X && Y && A->rows == A->columns &&
                      X->size == A->rows && Y->size == A->rows;
    const bool same =
        fits && is_real(type) && A->type == type && X->type == type && Y->type == type;
    return if_valid(call, fits, same, type, [&]<class T>(T) {
        const Factor<T> by{call, "alpha", alpha};
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

cusparseStatus_t to_dense(const SparseCall& call, cusparseConstSpMatDescr_t A,
                          cusparseDnMatDescr_t B) {
    const bool fits = A && B && A->rows == B->rows && A->columns == B->columns;
    return if_valid(call, fits, fits && A->type == B->type, type_of(A), [&]<class T>(T) {
        return call.submit([=, matrix = *A, to = *B](LibraryCall& action) {
            const SparseElements<T> elements{matrix};
            const DenseElements<T> result{to};
            elements.declare(action);
            action.writes(result.operand("B"));
            action.begin();
            for (std::int64_t i = 0; i < to.rows; ++i)
                for (std::int64_t j = 0; j < to.columns; ++j) result(i, j) = 0;
            elements.each(action,
                          [&](std::int64_t i, std::int64_t j, T value) { result(i, j) = value; });
        });
    });
}

// Calls use(line, place in the line, value) for each element that is not zero, in the order in
// which the sparse matrix stores them.
template <class T, class Use>
void each_nonzero(const cusparseDnMatDescr& from, cusparseFormat_t format, Use use) {
    const DenseElements<T> dense{from};
    const bool by_columns = format == CUSPARSE_FORMAT_CSC;
    const std::int64_t lines = by_columns ? from.columns : from.rows;
    const std::int64_t length = by_columns ? from.rows : from.columns;
    for (std::int64_t line = 0; line < lines; ++line)
        for (std::int64_t k = 0; k < length; ++k) {
            const T value = by_columns ? dense(k, line) : dense(line, k);
            if (value != T{}) use(line, k, value);
        }
}

bool converts(cusparseConstDnMatDescr_t A, cusparseSpMatDescr_t B) {
    return A && B && A->rows == B->rows && A->columns == B->columns;
}

cusparseStatus_t analyse_dense(const SparseCall& call, cusparseConstDnMatDescr_t A,
                               cusparseSpMatDescr_t B) {
    const bool fits = converts(A, B);
    return if_valid(call, fits, fits && A->type == B->type, type_of(A), [&]<class T>(T) {
        return call.submit_and_wait([=, from = *A](LibraryCall& action) {
            const Indices offsets{B->outer, B->outer_type};
            action.reads(DenseElements<T>{from}.operand("A"));
            if (B->has_offsets()) action.writes(offsets.operand("the offsets", B->lines() + 1));
            action.begin();
            std::vector<std::int64_t> counts(B->lines());
            each_nonzero<T>(from, B->format,
                            [&](std::int64_t line, std::int64_t, T) { ++counts[line]; });
            B->nonzeros = 0;
            for (std::int64_t line = 0; line < B->lines(); ++line) {
                if (B->has_offsets()) offsets.set(line, B->nonzeros + B->base);
                B->nonzeros += counts[line];
            }
            if (B->has_offsets()) offsets.set(B->lines(), B->nonzeros + B->base);
        });
    });
}

cusparseStatus_t from_dense(const SparseCall& call, cusparseConstDnMatDescr_t A,
                            cusparseSpMatDescr_t B) {
    const bool fits = converts(A, B);
    return if_valid(call, fits, fits && A->type == B->type, type_of(A), [&]<class T>(T) {
        return call.submit([=, from = *A, to = *B](LibraryCall& action) {
            const SparseElements<T> elements{to};
            action.reads(DenseElements<T>{from}.operand("A"));
            if (to.has_offsets())
                action.reads(elements.outer().operand("the offsets", to.lines() + 1));
            else
                action.writes(elements.outer().operand("the rows", to.nonzeros));
            action.writes(elements.inner().operand(elements.inner_name(), to.nonzeros));
            action.writes(operand<T>("the values", to.values, to.nonzeros));
            action.begin();
            std::int64_t at = 0;
            each_nonzero<T>(from, to.format, [&](std::int64_t line, std::int64_t k, T value) {
                if (at == to.nonzeros) return;  // A has changed since the analysis
                if (!to.has_offsets()) elements.outer().set(at, line + to.base);
                elements.inner().set(at, k + to.base);
                static_cast<T*>(to.values)[at++] = value;
            });
        });
    });
}

}  // namespace

}  // namespace cusim::libraries

using namespace cusim::libraries;

#define CUSIM_SPARSE \
    { handle, __func__, __builtin_return_address(0) }

cusparseStatus_t cusparseSpMV_bufferSize(cusparseHandle_t handle, cusparseOperation_t, const void*,
                                         cusparseConstSpMatDescr_t, cusparseConstDnVecDescr_t,
                                         const void*, cusparseDnVecDescr_t, cudaDataType,
                                         cusparseSpMVAlg_t, size_t* bufferSize) {
    return tell_buffer(handle, bufferSize);
}
cusparseStatus_t cusparseSpMV_preprocess(cusparseHandle_t handle, cusparseOperation_t, const void*,
                                         cusparseConstSpMatDescr_t, cusparseConstDnVecDescr_t,
                                         const void*, cusparseDnVecDescr_t, cudaDataType,
                                         cusparseSpMVAlg_t, void*) {
    return verdict(CUSIM_SPARSE, true, true);
}
cusparseStatus_t cusparseSpMV(cusparseHandle_t handle, cusparseOperation_t opA, const void* alpha,
                              cusparseConstSpMatDescr_t matA, cusparseConstDnVecDescr_t vecX,
                              const void* beta, cusparseDnVecDescr_t vecY, cudaDataType computeType,
                              cusparseSpMVAlg_t, void*) {
    return spmv(CUSIM_SPARSE, opA, alpha, matA, vecX, beta, vecY, computeType);
}

cusparseStatus_t cusparseSpMM_bufferSize(cusparseHandle_t handle, cusparseOperation_t,
                                         cusparseOperation_t, const void*,
                                         cusparseConstSpMatDescr_t, cusparseConstDnMatDescr_t,
                                         const void*, cusparseDnMatDescr_t, cudaDataType,
                                         cusparseSpMMAlg_t, size_t* bufferSize) {
    return tell_buffer(handle, bufferSize);
}
cusparseStatus_t cusparseSpMM_preprocess(cusparseHandle_t handle, cusparseOperation_t,
                                         cusparseOperation_t, const void*,
                                         cusparseConstSpMatDescr_t, cusparseConstDnMatDescr_t,
                                         const void*, cusparseDnMatDescr_t, cudaDataType,
                                         cusparseSpMMAlg_t, void*) {
    return verdict(CUSIM_SPARSE, true, true);
}
cusparseStatus_t cusparseSpMM(cusparseHandle_t handle, cusparseOperation_t opA,
                              cusparseOperation_t opB, const void* alpha,
                              cusparseConstSpMatDescr_t matA, cusparseConstDnMatDescr_t matB,
                              const void* beta, cusparseDnMatDescr_t matC, cudaDataType computeType,
                              cusparseSpMMAlg_t, void*) {
    return spmm(CUSIM_SPARSE, opA, opB, alpha, matA, matB, beta, matC, computeType);
}

cusparseStatus_t cusparseAxpby(cusparseHandle_t handle, const void* alpha,
                               cusparseConstSpVecDescr_t vecX, const void* beta,
                               cusparseDnVecDescr_t vecY) {
    return axpby(CUSIM_SPARSE, alpha, vecX, beta, vecY);
}
cusparseStatus_t cusparseSpVV_bufferSize(cusparseHandle_t handle, cusparseOperation_t,
                                         cusparseConstSpVecDescr_t, cusparseConstDnVecDescr_t,
                                         const void*, cudaDataType, size_t* bufferSize) {
    return tell_buffer(handle, bufferSize);
}
cusparseStatus_t cusparseSpVV(cusparseHandle_t handle, cusparseOperation_t opX,
                              cusparseConstSpVecDescr_t vecX, cusparseConstDnVecDescr_t vecY,
                              void* result, cudaDataType computeType, void*) {
    return spvv(CUSIM_SPARSE, opX, vecX, vecY, result, computeType);
}

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
    const auto bad = verdict(CUSIM_SPARSE, matA && spsvDescr, true);
    if (bad == CUSPARSE_STATUS_SUCCESS) spsvDescr->analysed = matA->values;
    return bad;
}
cusparseStatus_t cusparseSpSV_solve(cusparseHandle_t handle, cusparseOperation_t opA,
                                    const void* alpha, cusparseConstSpMatDescr_t matA,
                                    cusparseConstDnVecDescr_t vecX, cusparseDnVecDescr_t vecY,
                                    cudaDataType computeType, cusparseSpSVAlg_t,
                                    cusparseSpSVDescr_t spsvDescr) {
    const bool analysed = matA && spsvDescr && spsvDescr->analysed == matA->values;
    if (!analysed) return verdict(CUSIM_SPARSE, false, true);
    return spsv(CUSIM_SPARSE, opA, alpha, matA, vecX, vecY, computeType);
}

cusparseStatus_t cusparseSparseToDense_bufferSize(cusparseHandle_t handle,
                                                  cusparseConstSpMatDescr_t, cusparseDnMatDescr_t,
                                                  cusparseSparseToDenseAlg_t, size_t* bufferSize) {
    return tell_buffer(handle, bufferSize);
}
cusparseStatus_t cusparseSparseToDense(cusparseHandle_t handle, cusparseConstSpMatDescr_t matA,
                                       cusparseDnMatDescr_t matB, cusparseSparseToDenseAlg_t,
                                       void*) {
    return to_dense(CUSIM_SPARSE, matA, matB);
}
cusparseStatus_t cusparseDenseToSparse_bufferSize(cusparseHandle_t handle,
                                                  cusparseConstDnMatDescr_t, cusparseSpMatDescr_t,
                                                  cusparseDenseToSparseAlg_t, size_t* bufferSize) {
    return tell_buffer(handle, bufferSize);
}
cusparseStatus_t cusparseDenseToSparse_analysis(cusparseHandle_t handle,
                                                cusparseConstDnMatDescr_t matA,
                                                cusparseSpMatDescr_t matB,
                                                cusparseDenseToSparseAlg_t, void*) {
    return analyse_dense(CUSIM_SPARSE, matA, matB);
}
cusparseStatus_t cusparseDenseToSparse_convert(cusparseHandle_t handle,
                                               cusparseConstDnMatDescr_t matA,
                                               cusparseSpMatDescr_t matB,
                                               cusparseDenseToSparseAlg_t, void*) {
    return from_dense(CUSIM_SPARSE, matA, matB);
}

cusparseStatus_t cusparseXcoo2csr(cusparseHandle_t handle, const int* cooRowInd, int nnz, int m,
                                  int* csrRowPtr, cusparseIndexBase_t idxBase) {
    const SparseCall call CUSIM_SPARSE;
    if (const auto bad = verdict(call, nnz >= 0 && m >= 0, true); bad != CUSPARSE_STATUS_SUCCESS)
        return bad;
    return call.submit([=](LibraryCall& action) {
        action.reads(operand<int>("cooRowInd", cooRowInd, nnz));
        action.writes(operand<int>("csrRowPtr", csrRowPtr, m + 1));
        action.begin();
        for (int k = 0; k < nnz; ++k)
            require_index(action, cooRowInd[k] - idxBase, m, "cooRowInd", k);
        for (int row = 0, k = 0; row <= m; ++row) {
            while (k < nnz && cooRowInd[k] - idxBase < row) ++k;
            csrRowPtr[row] = k + idxBase;
        }
    });
}
cusparseStatus_t cusparseXcsr2coo(cusparseHandle_t handle, const int* csrRowPtr, int nnz, int m,
                                  int* cooRowInd, cusparseIndexBase_t idxBase) {
    const SparseCall call CUSIM_SPARSE;
    if (const auto bad = verdict(call, nnz >= 0 && m >= 0, true); bad != CUSPARSE_STATUS_SUCCESS)
        return bad;
    return call.submit([=](LibraryCall& action) {
        action.reads(operand<int>("csrRowPtr", csrRowPtr, m + 1));
        action.writes(operand<int>("cooRowInd", cooRowInd, nnz));
        action.begin();
        for (int row = 0; row < m; ++row) {
            const int first = csrRowPtr[row] - idxBase, end = csrRowPtr[row + 1] - idxBase;
            require_range(action, row, first, end, nnz);
            for (int k = first; k < end; ++k) cooRowInd[k] = row + idxBase;
        }
    });
}
