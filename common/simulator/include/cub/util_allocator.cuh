// <cub/util_allocator.cuh> on the simulator: an allocator that caches nothing, so that a use after
// free is detected.
#pragma once

#include <cub/util_debug.cuh>
#include <map>
#include <set>

namespace cub {

struct CachingDeviceAllocator {
    explicit CachingDeviceAllocator(bool skip_cleanup = false, bool debug = false) {
        (void)skip_cleanup, (void)debug;
    }
    CachingDeviceAllocator(unsigned int, unsigned int min_bin = 1, unsigned int max_bin = 0,
                           size_t max_cached_bytes = 0, bool skip_cleanup = false,
                           bool debug = false)
        : CachingDeviceAllocator(skip_cleanup, debug) {
        (void)min_bin, (void)max_bin, (void)max_cached_bytes;
    }

    cudaError_t DeviceAllocate(void** pointer, size_t bytes, cudaStream_t = nullptr) {
        return cudaMalloc(pointer, bytes > 0 ? bytes : 1);
    }
    cudaError_t DeviceAllocate(int, void** pointer, size_t bytes, cudaStream_t stream = nullptr) {
        return DeviceAllocate(pointer, bytes, stream);
    }
    cudaError_t DeviceFree(void* pointer) { return cudaFree(pointer); }
    cudaError_t DeviceFree(int, void* pointer) { return cudaFree(pointer); }
    cudaError_t FreeAllCached() { return cudaSuccess; }
    cudaError_t SetMaxCachedBytes(size_t) { return cudaSuccess; }
};

}  // namespace cub
