// Pools of stream-ordered allocations. There is one, the device's heap; what is set about when it
// gives memory back to the system is remembered and changes nothing.
#include <map>

#include "cusim/runtime_api.hpp"
#include "simulator/api/allocate.hpp"
#include "simulator/api/status.hpp"
#include "simulator/memory/device_memory.hpp"

struct CUmemPoolHandle_st {
    std::map<cudaMemPoolAttr, unsigned long long> attributes;
};

using namespace cusim;

namespace {

cudaMemPool_t the_pool() {
    static auto* const pool = new CUmemPoolHandle_st;
    return pool;
}

bool is_switch(cudaMemPoolAttr attribute) {
    return attribute < cudaMemPoolAttrReleaseThreshold;
}

template <class Action>
cudaError_t with_pool(cudaMemPool_t pool, cudaMemPoolAttr attribute, const void* value,
                      Action action) {
    return api::call([&] {
        if (pool != the_pool() || !value || attribute < cudaMemPoolReuseFollowEventDependencies ||
            attribute > cudaMemPoolAttrUsedMemHigh)
            return cudaErrorInvalidValue;
        action();
        return cudaSuccess;
    });
}

}  // namespace

cudaError_t cudaDeviceGetDefaultMemPool(cudaMemPool_t* pool, int device) {
    return api::call([&] {
        if (!pool) return cudaErrorInvalidValue;
        if (device != 0) return cudaErrorInvalidDevice;
        return api::put(pool, the_pool());
    });
}
cudaError_t cudaDeviceGetMemPool(cudaMemPool_t* pool, int device) {
    return cudaDeviceGetDefaultMemPool(pool, device);
}
cudaError_t cudaDeviceSetMemPool(int device, cudaMemPool_t pool) {
    return api::call([&] {
        if (device != 0) return cudaErrorInvalidDevice;
        return pool == the_pool() ? cudaSuccess : cudaErrorInvalidValue;
    });
}

// The attribute is an int where it is a switch, and 64 bits where it is a size.
cudaError_t cudaMemPoolSetAttribute(cudaMemPool_t pool, cudaMemPoolAttr attribute, void* value) {
    return with_pool(pool, attribute, value, [&] {
        pool->attributes[attribute] = is_switch(attribute)
                                          ? *static_cast<unsigned int*>(value)
                                          : *static_cast<unsigned long long*>(value);
    });
}
cudaError_t cudaMemPoolGetAttribute(cudaMemPool_t pool, cudaMemPoolAttr attribute, void* value) {
    return with_pool(pool, attribute, value, [&] {
        const memory::Heap& heap = memory::device();
        const unsigned long long used = heap.region().size - heap.bytes_free();
        if (is_switch(attribute))
            *static_cast<int*>(value) =
                pool->attributes.contains(attribute) ? int(pool->attributes[attribute]) : 1;
        else
            *static_cast<unsigned long long*>(value) =
                attribute == cudaMemPoolAttrReleaseThreshold ? pool->attributes[attribute] : used;
    });
}
cudaError_t cudaMemPoolTrimTo(cudaMemPool_t pool, size_t) {
    return api::call([&] { return pool == the_pool() ? cudaSuccess : cudaErrorInvalidValue; });
}

cudaError_t cudaMallocFromPoolAsync(void** pointer, size_t size, cudaMemPool_t pool,
                                    cudaStream_t stream) {
    if (pool != the_pool()) return api::call([] { return cudaErrorInvalidValue; });
    return api::allocate_in_stream(pointer, size, stream, __builtin_return_address(0));
}
