// cuSPARSE: conversions between formats; see <cusparse.h>.
#include <cstdint>
#include <vector>

#include "simulator/libraries/sparse_call.hpp"

namespace cusim::libraries {

namespace {

cusparseStatus_t to_dense(const SparseCall& call, cusparseConstSpMatDescr_t A,
                          cusparseDnMatDescr_t B) {
    const bool fits = are_there(call, A, B) && A->rows == B->rows && A->columns == B->columns;
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

bool converts(const SparseCall& call, cusparseConstDnMatDescr_t A, cusparseSpMatDescr_t B) {
    return are_there(call, A, B) && A->rows == B->rows && A->columns == B->columns;
}

cusparseStatus_t analyse_dense(const SparseCall& call, cusparseConstDnMatDescr_t A,
                               cusparseSpMatDescr_t B) {
    const bool fits = converts(call, A, B);
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
    const bool fits = converts(call, A, B);
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
