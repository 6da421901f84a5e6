// Pools of stream-ordered allocations. All pools use the device heap. Settings about when a pool
// returns memory to the system are stored, but have no effect.
#include <map>
#include <set>

#include "cusim/runtime_api.hpp"
#include "simulator/api/calls/status.hpp"
#include "simulator/api/memory/allocate.hpp"
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

std::set<cudaMemPool_t>& pools() {
    static auto& live = *new std::set<cudaMemPool_t>{the_pool()};
    return live;
}
bool is_pool(cudaMemPool_t pool) {
    return pools().contains(pool);
}
cudaMemPool_t& pool_in_use() {
    static cudaMemPool_t pool = the_pool();
    return pool;
}

bool is_switch(cudaMemPoolAttr attribute) {
    return attribute < cudaMemPoolAttrReleaseThreshold;
}

template <class Action>
cudaError_t with_pool(cudaMemPool_t pool, cudaMemPoolAttr attribute, const void* value,
                      Action action) {
    return api::call([&] {
        if (!is_pool(pool) || !value || attribute < cudaMemPoolReuseFollowEventDependencies ||
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
    return api::call([&] {
        if (!pool) return cudaErrorInvalidValue;
        if (device != 0) return cudaErrorInvalidDevice;
        return api::put(pool, pool_in_use());
    });
}
cudaError_t cudaDeviceSetMemPool(int device, cudaMemPool_t pool) {
    return api::call([&] {
        if (device != 0) return cudaErrorInvalidDevice;
        if (!is_pool(pool)) return cudaErrorInvalidValue;
        pool_in_use() = pool;
        return cudaSuccess;
    });
}

cudaError_t cudaMemPoolCreate(cudaMemPool_t* pool, const cudaMemPoolProps* properties) {
    return api::call([&] {
        const bool good = pool && properties &&
                          properties->allocType == cudaMemAllocationTypePinned &&
                          properties->location.type == cudaMemLocationTypeDevice;
        if (!good) return cudaErrorInvalidValue;
        if (properties->location.id != 0) return cudaErrorInvalidDevice;
        if (properties->handleTypes != cudaMemHandleTypeNone) return cudaErrorNotSupported;
        const cudaMemPool_t created = new CUmemPoolHandle_st;
        pools().insert(created);
        return api::put(pool, created);
    });
}
// Memory that was allocated from it remains valid.
cudaError_t cudaMemPoolDestroy(cudaMemPool_t pool) {
    return api::call([&] {
        if (pool == the_pool() || !pools().erase(pool)) return cudaErrorInvalidValue;
        if (pool_in_use() == pool) pool_in_use() = the_pool();
        delete pool;
        return cudaSuccess;
    });
}
// The device always has access to its own memory.
cudaError_t cudaMemPoolSetAccess(cudaMemPool_t pool, const cudaMemAccessDesc* accesses,
                                 size_t count) {
    return api::call([&] {
        if (!is_pool(pool) || (!accesses && count > 0)) return cudaErrorInvalidValue;
        for (size_t i = 0; i < count; ++i)
            if (accesses[i].location.id != 0) return cudaErrorInvalidDevice;
        return cudaSuccess;
    });
}
cudaError_t cudaMemPoolGetAccess(cudaMemAccessFlags* flags, cudaMemPool_t pool,
                                 cudaMemLocation* location) {
    return api::call([&] {
        if (!is_pool(pool) || !flags || !location) return cudaErrorInvalidValue;
        return api::put(flags, location->id == 0 ? cudaMemAccessFlagsProtReadWrite
                                                 : cudaMemAccessFlagsProtNone);
    });
}

// The attribute is an int if it is a switch, and has 64 bits if it is a size.
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
            api::put(static_cast<int*>(value),
                     pool->attributes.contains(attribute) ? int(pool->attributes[attribute]) : 1);
        else
            api::put(
                static_cast<unsigned long long*>(value),
                attribute == cudaMemPoolAttrReleaseThreshold ? pool->attributes[attribute] : used);
    });
}
cudaError_t cudaMemPoolTrimTo(cudaMemPool_t pool, size_t) {
    return api::call([&] { return is_pool(pool) ? cudaSuccess : cudaErrorInvalidValue; });
}

cudaError_t cudaMallocFromPoolAsync(void** pointer, size_t size, cudaMemPool_t pool,
                                    cudaStream_t stream) {
    if (!is_pool(pool)) return api::call([] { return cudaErrorInvalidValue; });
    return api::allocate_in_stream(pointer, size, stream, __builtin_return_address(0));
}
