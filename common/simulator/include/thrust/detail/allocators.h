// Thrust's allocators: for host vectors in pinned or managed memory, and the one that marks a
// vector as the device's; and device memory without a vector.
#pragma once

#include <thrust/detail/algorithms.h>
#include <thrust/system/detail/bad_alloc.h>

namespace thrust {

namespace detail {

// Allocate(pointer, bytes) and Free(pointer) are CUDA functions.
template <class T, cudaError_t (*Allocate)(void**, size_t), cudaError_t (*Free)(void*)>
struct allocator_by {
    using value_type = T;

    allocator_by() = default;
    template <class Other>
    allocator_by(const allocator_by<Other, Allocate, Free>&) {}
    T* allocate(std::size_t n) {
        void* pointer = nullptr;
        require_memory(Allocate(&pointer, n * sizeof(T)));
        return static_cast<T*>(pointer);
    }
    void deallocate(T* pointer, std::size_t) { Free(pointer); }
    template <class Other>
    bool operator==(const allocator_by<Other, Allocate, Free>&) const {
        return true;
    }
    template <class Other>
    bool operator!=(const allocator_by<Other, Allocate, Free>&) const {
        return false;
    }
    template <class Other>
    struct rebind {
        using other = allocator_by<Other, Allocate, Free>;
    };
};

inline cudaError_t allocate_pinned(void** pointer, size_t bytes) {
    return cudaMallocHost(pointer, bytes);
}
inline cudaError_t free_pinned(void* pointer) {
    return cudaFreeHost(pointer);
}
inline cudaError_t allocate_managed(void** pointer, size_t bytes) {
    return cudaMallocManaged(pointer, bytes);
}
inline cudaError_t free_managed(void* pointer) {
    return cudaFree(pointer);
}

}  // namespace detail

template <class T>
struct device_allocator {
    using value_type = T;
};
template <class T>
using universal_allocator = detail::allocator_by<T, detail::allocate_managed, detail::free_managed>;
namespace cuda {
template <class T>
using universal_allocator = thrust::universal_allocator<T>;
namespace experimental {
template <class T>
using pinned_allocator =
    thrust::detail::allocator_by<T, thrust::detail::allocate_pinned, thrust::detail::free_pinned>;
}
}  // namespace cuda

template <class T>
device_ptr<T> device_malloc(std::size_t n) {
    void* pointer = nullptr;
    detail::require_memory(cudaMalloc(&pointer, n * sizeof(T)));
    return device_ptr<T>(static_cast<T*>(pointer));
}
template <class T>
void device_free(device_ptr<T> pointer) {
    detail::require(cudaFree(pointer.get()));
}
template <class T>
device_ptr<T> device_new(std::size_t n = 1) {
    const device_ptr<T> pointer = device_malloc<T>(n);
    thrust::fill(pointer, pointer + n, T());
    return pointer;
}
// In memory that is there.
template <class T>
device_ptr<T> device_new(device_ptr<T> at, const T& value, std::size_t n) {
    thrust::fill(at, at + n, value);
    return at;
}
template <class T>
device_ptr<T> device_new(device_ptr<T> at, std::size_t n) {
    return device_new(at, T(), n);
}
template <class T>
void device_delete(device_ptr<T> pointer, std::size_t = 1) {
    device_free(pointer);
}

}  // namespace thrust
