// cuSOLVER's handles; see <cusolverDn.h>.
#include "simulator/libraries/solver.hpp"

#include "simulator/api/calls/stream.hpp"

namespace cusim::libraries {

Solvers& solvers() {
    static auto& live = *new Solvers;
    return live;
}

}  // namespace cusim::libraries

using namespace cusim::libraries;

cusolverStatus_t cusolverGetVersion(int* version) {
    if (!version) return CUSOLVER_STATUS_INVALID_VALUE;
    *version = CUSOLVER_VERSION;
    return CUSOLVER_STATUS_SUCCESS;
}
cusolverStatus_t cusolverGetProperty(libraryPropertyType type, int* value) {
    if (!value) return CUSOLVER_STATUS_INVALID_VALUE;
    *value = type == MAJOR_VERSION   ? CUSOLVER_VER_MAJOR
             : type == MINOR_VERSION ? CUSOLVER_VER_MINOR
                                     : CUSOLVER_VER_PATCH;
    return CUSOLVER_STATUS_SUCCESS;
}

cusolverStatus_t cusolverDnCreate(cusolverDnHandle_t* handle) {
    return solvers().create(handle);
}
cusolverStatus_t cusolverDnDestroy(cusolverDnHandle_t handle) {
    return solvers().destroy(handle);
}
cusolverStatus_t cusolverDnSetStream(cusolverDnHandle_t handle, cudaStream_t stream) {
    return solvers().with(handle, cusim::api::is_stream(stream), [&] { handle->stream = stream; });
}
cusolverStatus_t cusolverDnGetStream(cusolverDnHandle_t handle, cudaStream_t* stream) {
    return solvers().with(handle, stream, [&] { *stream = handle->stream; });
}
