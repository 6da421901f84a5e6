// cuSPARSE: conversions between formats; see <cusparse.h>.
#include <cstdint>
#include <cstring>
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

// Zero for a type that no matrix has.
std::size_t size_of_values(cudaDataType type) {
    switch (type) {
        case CUDA_R_8I:
            return 1;
        case CUDA_R_16F:
        case CUDA_R_16BF:
            return 2;
        case CUDA_R_32F:
            return 4;
        case CUDA_R_64F:
        case CUDA_C_32F:
            return 8;
        case CUDA_C_64F:
            return 16;
        default:
            return 0;
    }
}

// A matrix in CSR, and room for the same in CSC.
struct Transposition {
    int rows, columns, nonzeros;
    const void* values;
    const int *row_offsets, *column_indices;
    void* new_values;
    int *column_offsets, *row_indices;
    std::size_t value_size;  // 0: they are not copied
    int base;

    bool is_possible() const { return rows >= 0 && columns >= 0 && nonzeros >= 0; }
    cusparseStatus_t submit(const SparseCall& call) const {
        return call.submit([self = *this](LibraryCall& action) { self.carry_out(action); });
    }

  private:
    void declare(LibraryCall& action) const {
        const std::size_t bytes = nonzeros * value_size;
        action.reads(operand<int>("csrRowPtr", row_offsets, rows + 1));
        action.reads(operand<int>("csrColInd", column_indices, nonzeros));
        if (bytes) action.reads({"csrVal", values, bytes, 1, bytes});
        action.writes(operand<int>("cscColPtr", column_offsets, columns + 1));
        action.writes(operand<int>("cscRowInd", row_indices, nonzeros));
        if (bytes) action.writes({"cscVal", new_values, bytes, 1, bytes});
    }
    void carry_out(LibraryCall& action) const {
        declare(action);
        action.begin();
        std::vector<int> ends(columns + 1);
        for (int k = 0; k < nonzeros; ++k) {
            require_index(action, column_indices[k] - base, columns, "csrColInd", k);
            ++ends[column_indices[k] - base + 1];
        }
        for (int column = 0; column < columns; ++column) ends[column + 1] += ends[column];
        for (int column = 0; column <= columns; ++column)
            column_offsets[column] = ends[column] + base;
        for (int row = 0; row < rows; ++row) {
            const int first = row_offsets[row] - base, end = row_offsets[row + 1] - base;
            require_range(action, row, first, end, nonzeros);
            for (int k = first; k < end; ++k) {
                const int to = ends[column_indices[k] - base]++;
                if (to >= nonzeros) continue;  // rows that overlap
                row_indices[to] = row + base;
                std::memcpy(static_cast<char*>(new_values) + to * value_size,
                            static_cast<const char*>(values) + k * value_size, value_size);
            }
        }
    }
};

}  // namespace

}  // namespace cusim::libraries

using namespace cusim::libraries;

cusparseStatus_t cusparseSparseToDense_bufferSize(cusparseHandle_t handle,
                                                  cusparseConstSpMatDescr_t matA,
                                                  cusparseDnMatDescr_t matB,
                                                  cusparseSparseToDenseAlg_t, size_t* bufferSize) {
    return tell_buffer(CUSIM_SPARSE, bufferSize, matA, matB);
}
cusparseStatus_t cusparseSparseToDense(cusparseHandle_t handle, cusparseConstSpMatDescr_t matA,
                                       cusparseDnMatDescr_t matB, cusparseSparseToDenseAlg_t,
                                       void*) {
    return to_dense(CUSIM_SPARSE, matA, matB);
}
cusparseStatus_t cusparseDenseToSparse_bufferSize(cusparseHandle_t handle,
                                                  cusparseConstDnMatDescr_t matA,
                                                  cusparseSpMatDescr_t matB,
                                                  cusparseDenseToSparseAlg_t, size_t* bufferSize) {
    return tell_buffer(CUSIM_SPARSE, bufferSize, matA, matB);
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

cusparseStatus_t cusparseCsr2cscEx2_bufferSize(cusparseHandle_t handle, int, int, int, const void*,
                                               const int*, const int*, void*, int*, int*,
                                               cudaDataType, cusparseAction_t, cusparseIndexBase_t,
                                               cusparseCsr2CscAlg_t, size_t* bufferSize) {
    const auto bad = verdict(CUSIM_SPARSE, bufferSize, true);
    if (bad == CUSPARSE_STATUS_SUCCESS) *bufferSize = buffer_bytes;
    return bad;
}
cusparseStatus_t cusparseCsr2cscEx2(cusparseHandle_t handle, int m, int n, int nnz,
                                    const void* csrVal, const int* csrRowPtr, const int* csrColInd,
                                    void* cscVal, int* cscColPtr, int* cscRowInd,
                                    cudaDataType valType, cusparseAction_t copyValues,
                                    cusparseIndexBase_t idxBase, cusparseCsr2CscAlg_t, void*) {
    const SparseCall call CUSIM_SPARSE;
    const std::size_t size = size_of_values(valType);
    const bool numeric = copyValues == CUSPARSE_ACTION_NUMERIC;
    const Transposition transposition{m,         n,      nnz,       csrVal,    csrRowPtr,
                                      csrColInd, cscVal, cscColPtr, cscRowInd, numeric ? size : 0,
                                      idxBase};
    const auto bad = verdict(call, transposition.is_possible() && size > 0, true);
    return bad == CUSPARSE_STATUS_SUCCESS ? transposition.submit(call) : bad;
}
