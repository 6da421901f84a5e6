// <cub/util_device.cuh> on the simulator: what CUB asks about devices.
#pragma once

#include <cub/util_debug.cuh>

namespace cub {

inline int CurrentDevice() {
    int device = -1;
    return cudaGetDevice(&device) == cudaSuccess ? device : -1;
}
inline int DeviceCountUncached() {
    int count = -1;
    return cudaGetDeviceCount(&count) == cudaSuccess ? count : -1;
}
inline int DeviceCountCachedValue() {
    return DeviceCountUncached();
}
inline int DeviceCount() {
    return DeviceCountUncached();
}
inline cudaError_t SmVersionUncached(int& version, int device = CurrentDevice()) {
    int major = 0, minor = 0;
    cudaError_t error = cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, device);
    if (error == cudaSuccess)
        error = cudaDeviceGetAttribute(&minor, cudaDevAttrComputeCapabilityMinor, device);
    version = 100 * major + 10 * minor;
    return error;
}
inline cudaError_t SmVersion(int& version, int device = CurrentDevice()) {
    return SmVersionUncached(version, device);
}
// A program of the simulator is compiled for the device that it finds.
inline cudaError_t PtxVersionUncached(int& version, int device = CurrentDevice()) {
    return SmVersionUncached(version, device);
}
inline cudaError_t PtxVersion(int& version, int device = CurrentDevice()) {
    return SmVersionUncached(version, device);
}
inline cudaError_t SyncStream(cudaStream_t stream) {
    return cudaStreamSynchronize(stream);
}

}  // namespace cub
