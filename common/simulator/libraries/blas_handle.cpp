#include "simulator/libraries/blas_handle.hpp"

#include "simulator/api/calls/stream.hpp"
#include "simulator/libraries/handles.hpp"

namespace cusim::libraries {

namespace {

auto& handles() {
    static auto& live = *new Handles<cublasContext, cublasStatus_t, CUBLAS_STATUS_SUCCESS,
                                     CUBLAS_STATUS_NOT_INITIALIZED, CUBLAS_STATUS_INVALID_VALUE>;
    return live;
}

}  // namespace

bool is_handle(cublasHandle_t handle) {
    return handles().contains(handle);
}

cublasStatus_t verdict(const BlasCall& call, bool arguments_are_good) {
    return handles().verdict(call.handle, arguments_are_good);
}

cublasStatus_t BlasCall::submit(std::function<void(LibraryCall&)> action) const {
    return libraries::submit(function, handle->stream, pc, std::move(action))
               ? CUBLAS_STATUS_SUCCESS
               : CUBLAS_STATUS_EXECUTION_FAILED;
}

cublasStatus_t BlasCall::submit_for_result(std::function<void(LibraryCall&)> action) const {
    const cublasStatus_t status = submit(std::move(action));
    if (status == CUBLAS_STATUS_SUCCESS && !on_device())
        race::host_waits_stream(api::stream_id(handle->stream));
    return status;
}

}  // namespace cusim::libraries

using namespace cusim::libraries;

cublasStatus_t cublasCreate(cublasHandle_t* handle) {
    return handles().create(handle);
}
cublasStatus_t cublasDestroy(cublasHandle_t handle) {
    return handles().destroy(handle);
}
cublasStatus_t cublasGetVersion(cublasHandle_t handle, int* version) {
    return handles().with(handle, version, [&] { *version = CUBLAS_VERSION; });
}
cublasStatus_t cublasSetStream(cublasHandle_t handle, cudaStream_t stream) {
    return handles().with(handle, cusim::api::is_stream(stream), [&] { handle->stream = stream; });
}
cublasStatus_t cublasGetStream(cublasHandle_t handle, cudaStream_t* stream) {
    return handles().with(handle, stream, [&] { *stream = handle->stream; });
}
cublasStatus_t cublasSetPointerMode(cublasHandle_t handle, cublasPointerMode_t mode) {
    const bool known = mode == CUBLAS_POINTER_MODE_HOST || mode == CUBLAS_POINTER_MODE_DEVICE;
    return handles().with(handle, known, [&] { handle->pointer_mode = mode; });
}
cublasStatus_t cublasGetPointerMode(cublasHandle_t handle, cublasPointerMode_t* mode) {
    return handles().with(handle, mode, [&] { *mode = handle->pointer_mode; });
}
// These settings select hardware units and scratch memory; they change no result here.
cublasStatus_t cublasSetMathMode(cublasHandle_t handle, cublasMath_t mode) {
    return handles().with(handle, true, [&] { handle->math_mode = mode; });
}
cublasStatus_t cublasGetMathMode(cublasHandle_t handle, cublasMath_t* mode) {
    return handles().with(handle, mode, [&] { *mode = handle->math_mode; });
}
cublasStatus_t cublasSetAtomicsMode(cublasHandle_t handle, cublasAtomicsMode_t) {
    return handles().verdict(handle, true);
}
cublasStatus_t cublasSetWorkspace(cublasHandle_t handle, void*, size_t) {
    return handles().verdict(handle, true);
}

const char* cublasGetStatusName(cublasStatus_t status) {
    switch (status) {
#define CUSIM_NAME(name) \
    case name:           \
        return #name;
        CUSIM_NAME(CUBLAS_STATUS_SUCCESS)
        CUSIM_NAME(CUBLAS_STATUS_NOT_INITIALIZED)
        CUSIM_NAME(CUBLAS_STATUS_ALLOC_FAILED)
        CUSIM_NAME(CUBLAS_STATUS_INVALID_VALUE)
        CUSIM_NAME(CUBLAS_STATUS_ARCH_MISMATCH)
        CUSIM_NAME(CUBLAS_STATUS_MAPPING_ERROR)
        CUSIM_NAME(CUBLAS_STATUS_EXECUTION_FAILED)
        CUSIM_NAME(CUBLAS_STATUS_INTERNAL_ERROR)
        CUSIM_NAME(CUBLAS_STATUS_NOT_SUPPORTED)
        CUSIM_NAME(CUBLAS_STATUS_LICENSE_ERROR)
#undef CUSIM_NAME
    }
    return "<unknown>";
}

const char* cublasGetStatusString(cublasStatus_t status) {
    switch (status) {
        case CUBLAS_STATUS_SUCCESS:
            return "success";
        case CUBLAS_STATUS_NOT_INITIALIZED:
            return "the library was not initialized";
        case CUBLAS_STATUS_INVALID_VALUE:
            return "an unsupported value or parameter was passed to the function";
        case CUBLAS_STATUS_EXECUTION_FAILED:
            return "the function failed to launch on the GPU";
        case CUBLAS_STATUS_NOT_SUPPORTED:
            return "the functionality requested is not supported";
        default:
            return cublasGetStatusName(status);
    }
}
