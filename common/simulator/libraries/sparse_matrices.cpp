// cuSPARSE: the handle, and the descriptors of vectors and matrices.
#include "simulator/api/calls/stream.hpp"
#include "simulator/libraries/handles.hpp"
#include "simulator/libraries/sparse.hpp"

namespace cusim::libraries {

namespace {

auto& sparse_handles() {
    static auto& live =
        *new Handles<cusparseContext, cusparseStatus_t, CUSPARSE_STATUS_SUCCESS,
                     CUSPARSE_STATUS_NOT_INITIALIZED, CUSPARSE_STATUS_INVALID_VALUE>;
    return live;
}
template <class Action>
cusparseStatus_t if_good(bool arguments_are_good, Action action) {
    if (!arguments_are_good) return CUSPARSE_STATUS_INVALID_VALUE;
    action();
    return CUSPARSE_STATUS_SUCCESS;
}

bool is_index(cusparseIndexType_t type) {
    return type == CUSPARSE_INDEX_32I || type == CUSPARSE_INDEX_64I;
}
bool is_base(cusparseIndexBase_t base) {
    return base == CUSPARSE_INDEX_BASE_ZERO || base == CUSPARSE_INDEX_BASE_ONE;
}

template <class Descriptor>
cusparseStatus_t make(Descriptor** made, bool arguments_are_good, Descriptor described) {
    return if_good(made && arguments_are_good, [&] {
        live_descriptors<Descriptor>().insert(*made = new Descriptor(described));
    });
}
// Its memory stays, since operations that have not been executed may refer to it.
template <class Descriptor>
cusparseStatus_t destroy(const SparseCall& call, const Descriptor* described) {
    if (!described) return CUSPARSE_STATUS_SUCCESS;
    const bool good = are_there(call, described);
    return if_good(good, [&] { live_descriptors<Descriptor>().erase(described); });
}
// The call of a function that describes a vector or a matrix.
struct Describing {
    const char* function;
    const void* pc;

    bool supports(cudaDataType type) const {
        if (!is_real(type)) report_lack(function, pc, "elements other than float and double");
        return is_real(type);
    }
};
cusparseStatus_t make_sparse(const Describing& call, cusparseSpMatDescr_t* made,
                             const cusparseSpMatDescr& described) {
    const bool good = described.rows >= 0 && described.columns >= 0 && described.nonzeros >= 0 &&
                      is_index(described.outer_type) && is_index(described.inner_type) &&
                      is_base(described.base);
    if (good && !call.supports(described.type)) return CUSPARSE_STATUS_NOT_SUPPORTED;
    return make(made, good, described);
}
cusparseStatus_t make_csr(const Describing& call, cusparseSpMatDescr_t* mat, int64_t rows,
                          int64_t cols, int64_t nnz, const void* rowOffsets, const void* colInd,
                          const void* values, cusparseIndexType_t offsetsType,
                          cusparseIndexType_t colIndType, cusparseIndexBase_t idxBase,
                          cudaDataType valueType) {
    return make_sparse(call, mat,
                       {CUSPARSE_FORMAT_CSR, rows, cols, nnz, const_cast<void*>(rowOffsets),
                        const_cast<void*>(colInd), const_cast<void*>(values), offsetsType,
                        colIndType, idxBase, valueType});
}
cusparseStatus_t make_vector(const Describing& call, cusparseDnVecDescr_t* vec, int64_t size,
                             const void* values, cudaDataType type) {
    if (!call.supports(type)) return CUSPARSE_STATUS_NOT_SUPPORTED;
    return make(vec, size >= 0, {size, const_cast<void*>(values), type});
}
cusparseStatus_t make_dense(const Describing& call, cusparseDnMatDescr_t* mat, int64_t rows,
                            int64_t cols, int64_t ld, const void* values, cudaDataType type,
                            cusparseOrder_t order) {
    if (!call.supports(type)) return CUSPARSE_STATUS_NOT_SUPPORTED;
    const bool known = order == CUSPARSE_ORDER_COL || order == CUSPARSE_ORDER_ROW;
    return make(
        mat, known && rows >= 0 && cols >= 0 && ld >= (order == CUSPARSE_ORDER_COL ? rows : cols),
        {rows, cols, ld, const_cast<void*>(values), type, order});
}
cusparseStatus_t set_pointers(cusparseSpMatDescr_t matrix, cusparseFormat_t format, void* outer,
                              void* inner, void* values) {
    return if_good(matrix && matrix->format == format, [&] {
        matrix->outer = outer;
        matrix->inner = inner;
        matrix->values = values;
    });
}

}  // namespace

bool is_handle(cusparseHandle_t handle) {
    return sparse_handles().contains(handle);
}

bool is_real(cudaDataType type) {
    return type == CUDA_R_32F || type == CUDA_R_64F;
}

std::size_t size_of(cusparseIndexType_t type) {
    return type == CUSPARSE_INDEX_64I ? 8 : 4;
}

cusparseStatus_t SparseCall::submit(std::function<void(LibraryCall&)> action) const {
    return libraries::submit(function, handle->stream, pc, std::move(action))
               ? CUSPARSE_STATUS_SUCCESS
               : CUSPARSE_STATUS_EXECUTION_FAILED;
}

cusparseStatus_t SparseCall::submit_and_wait(std::function<void(LibraryCall&)> action) const {
    const cusparseStatus_t status = submit(std::move(action));
    if (status == CUSPARSE_STATUS_SUCCESS) race::host_waits_stream(api::stream_id(handle->stream));
    return status;
}

}  // namespace cusim::libraries

using namespace cusim::libraries;

cusparseStatus_t cusparseCreate(cusparseHandle_t* handle) {
    return sparse_handles().create(handle);
}
cusparseStatus_t cusparseDestroy(cusparseHandle_t handle) {
    return sparse_handles().destroy(handle);
}
cusparseStatus_t cusparseGetVersion(cusparseHandle_t handle, int* version) {
    return sparse_handles().with(handle, version, [&] { *version = CUSPARSE_VERSION; });
}
cusparseStatus_t cusparseSetStream(cusparseHandle_t handle, cudaStream_t stream) {
    return sparse_handles().with(handle, cusim::api::is_stream(stream),
                                 [&] { handle->stream = stream; });
}
cusparseStatus_t cusparseGetStream(cusparseHandle_t handle, cudaStream_t* stream) {
    return sparse_handles().with(handle, stream, [&] { *stream = handle->stream; });
}
cusparseStatus_t cusparseSetPointerMode(cusparseHandle_t handle, cusparsePointerMode_t mode) {
    const bool known = mode == CUSPARSE_POINTER_MODE_HOST || mode == CUSPARSE_POINTER_MODE_DEVICE;
    return sparse_handles().with(handle, known, [&] { handle->pointer_mode = mode; });
}
cusparseStatus_t cusparseGetPointerMode(cusparseHandle_t handle, cusparsePointerMode_t* mode) {
    return sparse_handles().with(handle, mode, [&] { *mode = handle->pointer_mode; });
}

const char* cusparseGetErrorName(cusparseStatus_t status) {
    switch (status) {
#define CUSIM_NAME(name) \
    case name:           \
        return #name;
        CUSIM_NAME(CUSPARSE_STATUS_SUCCESS)
        CUSIM_NAME(CUSPARSE_STATUS_NOT_INITIALIZED)
        CUSIM_NAME(CUSPARSE_STATUS_ALLOC_FAILED)
        CUSIM_NAME(CUSPARSE_STATUS_INVALID_VALUE)
        CUSIM_NAME(CUSPARSE_STATUS_ARCH_MISMATCH)
        CUSIM_NAME(CUSPARSE_STATUS_MAPPING_ERROR)
        CUSIM_NAME(CUSPARSE_STATUS_EXECUTION_FAILED)
        CUSIM_NAME(CUSPARSE_STATUS_INTERNAL_ERROR)
        CUSIM_NAME(CUSPARSE_STATUS_MATRIX_TYPE_NOT_SUPPORTED)
        CUSIM_NAME(CUSPARSE_STATUS_ZERO_PIVOT)
        CUSIM_NAME(CUSPARSE_STATUS_NOT_SUPPORTED)
        CUSIM_NAME(CUSPARSE_STATUS_INSUFFICIENT_RESOURCES)
#undef CUSIM_NAME
    }
    return "unrecognized error code";
}
const char* cusparseGetErrorString(cusparseStatus_t status) {
    switch (status) {
        case CUSPARSE_STATUS_SUCCESS:
            return "success";
        case CUSPARSE_STATUS_NOT_INITIALIZED:
            return "initialization error";
        case CUSPARSE_STATUS_INVALID_VALUE:
            return "invalid value";
        case CUSPARSE_STATUS_EXECUTION_FAILED:
            return "execution failed";
        case CUSPARSE_STATUS_NOT_SUPPORTED:
            return "operation not supported";
        default:
            return cusparseGetErrorName(status);
    }
}

cusparseStatus_t cusparseCreateDnVec(cusparseDnVecDescr_t* vec, int64_t size, void* values,
                                     cudaDataType valueType) {
    return make_vector({__func__, __builtin_return_address(0)}, vec, size, values, valueType);
}
cusparseStatus_t cusparseCreateConstDnVec(cusparseConstDnVecDescr_t* vec, int64_t size,
                                          const void* values, cudaDataType valueType) {
    return make_vector({__func__, __builtin_return_address(0)},
                       const_cast<cusparseDnVecDescr_t*>(vec), size, values, valueType);
}
cusparseStatus_t cusparseDestroyDnVec(cusparseConstDnVecDescr_t vec) {
    return destroy({nullptr, __func__, __builtin_return_address(0)}, vec);
}
cusparseStatus_t cusparseDnVecGetValues(cusparseDnVecDescr_t vec, void** values) {
    return if_good(vec && values, [&] { *values = vec->values; });
}
cusparseStatus_t cusparseDnVecSetValues(cusparseDnVecDescr_t vec, void* values) {
    return if_good(vec, [&] { vec->values = values; });
}
cusparseStatus_t cusparseCreateSpVec(cusparseSpVecDescr_t* vec, int64_t size, int64_t nnz,
                                     void* indices, void* values, cusparseIndexType_t idxType,
                                     cusparseIndexBase_t idxBase, cudaDataType valueType) {
    const Describing call{__func__, __builtin_return_address(0)};
    if (!call.supports(valueType)) return CUSPARSE_STATUS_NOT_SUPPORTED;
    return make(vec, size >= 0 && nnz >= 0 && nnz <= size && is_index(idxType) && is_base(idxBase),
                {size, nnz, indices, values, idxType, idxBase, valueType});
}
cusparseStatus_t cusparseDestroySpVec(cusparseConstSpVecDescr_t vec) {
    return destroy({nullptr, __func__, __builtin_return_address(0)}, vec);
}

cusparseStatus_t cusparseCreateCsr(cusparseSpMatDescr_t* mat, int64_t rows, int64_t cols,
                                   int64_t nnz, void* rowOffsets, void* colInd, void* values,
                                   cusparseIndexType_t offsetsType, cusparseIndexType_t colIndType,
                                   cusparseIndexBase_t idxBase, cudaDataType valueType) {
    return make_csr({__func__, __builtin_return_address(0)}, mat, rows, cols, nnz, rowOffsets,
                    colInd, values, offsetsType, colIndType, idxBase, valueType);
}
cusparseStatus_t cusparseCreateConstCsr(cusparseConstSpMatDescr_t* mat, int64_t rows, int64_t cols,
                                        int64_t nnz, const void* rowOffsets, const void* colInd,
                                        const void* values, cusparseIndexType_t offsetsType,
                                        cusparseIndexType_t colIndType, cusparseIndexBase_t idxBase,
                                        cudaDataType valueType) {
    return make_csr({__func__, __builtin_return_address(0)}, const_cast<cusparseSpMatDescr_t*>(mat),
                    rows, cols, nnz, rowOffsets, colInd, values, offsetsType, colIndType, idxBase,
                    valueType);
}
cusparseStatus_t cusparseCreateCsc(cusparseSpMatDescr_t* mat, int64_t rows, int64_t cols,
                                   int64_t nnz, void* colOffsets, void* rowInd, void* values,
                                   cusparseIndexType_t offsetsType, cusparseIndexType_t rowIndType,
                                   cusparseIndexBase_t idxBase, cudaDataType valueType) {
    return make_sparse({__func__, __builtin_return_address(0)}, mat,
                       {CUSPARSE_FORMAT_CSC, rows, cols, nnz, colOffsets, rowInd, values,
                        offsetsType, rowIndType, idxBase, valueType});
}
cusparseStatus_t cusparseCreateCoo(cusparseSpMatDescr_t* mat, int64_t rows, int64_t cols,
                                   int64_t nnz, void* rowInd, void* colInd, void* values,
                                   cusparseIndexType_t idxType, cusparseIndexBase_t idxBase,
                                   cudaDataType valueType) {
    return make_sparse({__func__, __builtin_return_address(0)}, mat,
                       {CUSPARSE_FORMAT_COO, rows, cols, nnz, rowInd, colInd, values, idxType,
                        idxType, idxBase, valueType});
}
cusparseStatus_t cusparseDestroySpMat(cusparseConstSpMatDescr_t mat) {
    return destroy({nullptr, __func__, __builtin_return_address(0)}, mat);
}
cusparseStatus_t cusparseSpMatGetSize(cusparseConstSpMatDescr_t mat, int64_t* rows, int64_t* cols,
                                      int64_t* nnz) {
    return if_good(mat && rows && cols && nnz, [&] {
        *rows = mat->rows;
        *cols = mat->columns;
        *nnz = mat->nonzeros;
    });
}
cusparseStatus_t cusparseSpMatGetFormat(cusparseConstSpMatDescr_t mat, cusparseFormat_t* format) {
    return if_good(mat && format, [&] { *format = mat->format; });
}
cusparseStatus_t cusparseSpMatGetValues(cusparseSpMatDescr_t mat, void** values) {
    return if_good(mat && values, [&] { *values = mat->values; });
}
cusparseStatus_t cusparseSpMatSetValues(cusparseSpMatDescr_t mat, void* values) {
    return if_good(mat, [&] { mat->values = values; });
}
cusparseStatus_t cusparseSpMatSetAttribute(cusparseSpMatDescr_t mat,
                                           cusparseSpMatAttribute_t attribute, void* data,
                                           size_t dataSize) {
    const bool known =
        attribute == CUSPARSE_SPMAT_FILL_MODE || attribute == CUSPARSE_SPMAT_DIAG_TYPE;
    return if_good(mat && known && data && dataSize == sizeof(int), [&] {
        if (attribute == CUSPARSE_SPMAT_FILL_MODE)
            mat->fill = *static_cast<cusparseFillMode_t*>(data);
        else
            mat->diagonal = *static_cast<cusparseDiagType_t*>(data);
    });
}
cusparseStatus_t cusparseCsrSetPointers(cusparseSpMatDescr_t mat, void* rowOffsets, void* colInd,
                                        void* values) {
    return set_pointers(mat, CUSPARSE_FORMAT_CSR, rowOffsets, colInd, values);
}
cusparseStatus_t cusparseCscSetPointers(cusparseSpMatDescr_t mat, void* colOffsets, void* rowInd,
                                        void* values) {
    return set_pointers(mat, CUSPARSE_FORMAT_CSC, colOffsets, rowInd, values);
}
cusparseStatus_t cusparseCooSetPointers(cusparseSpMatDescr_t mat, void* rowInd, void* colInd,
                                        void* values) {
    return set_pointers(mat, CUSPARSE_FORMAT_COO, rowInd, colInd, values);
}

cusparseStatus_t cusparseCreateDnMat(cusparseDnMatDescr_t* mat, int64_t rows, int64_t cols,
                                     int64_t ld, void* values, cudaDataType valueType,
                                     cusparseOrder_t order) {
    return make_dense({__func__, __builtin_return_address(0)}, mat, rows, cols, ld, values,
                      valueType, order);
}
cusparseStatus_t cusparseCreateConstDnMat(cusparseConstDnMatDescr_t* mat, int64_t rows,
                                          int64_t cols, int64_t ld, const void* values,
                                          cudaDataType valueType, cusparseOrder_t order) {
    return make_dense({__func__, __builtin_return_address(0)},
                      const_cast<cusparseDnMatDescr_t*>(mat), rows, cols, ld, values, valueType,
                      order);
}
cusparseStatus_t cusparseDestroyDnMat(cusparseConstDnMatDescr_t mat) {
    return destroy({nullptr, __func__, __builtin_return_address(0)}, mat);
}
