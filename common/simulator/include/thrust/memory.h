// <thrust/memory.h> on the simulator: memory of the device by tags, as a program may ask for it;
// see thrust/detail/allocators.h.
#pragma once

#include <thrust/detail/allocators.h>
#include <thrust/pair.h>

namespace thrust {

namespace detail {
struct void_pointer {
    void* at = nullptr;
    void* get() const { return at; }
};
}  // namespace detail

template <class T, class System = device_system_tag>
using pointer = std::conditional_t<std::is_void_v<T>, detail::void_pointer, device_ptr<T>>;

template <class T>
device_ptr<T> malloc(device_system_tag, std::size_t n) {
    return device_malloc<T>(n);
}
inline detail::void_pointer malloc(device_system_tag, std::size_t bytes) {
    return {device_malloc<unsigned char>(bytes).get()};
}
template <class Pointer>
void free(device_system_tag, Pointer pointer) {
    detail::require(cudaFree(pointer.get()));
}
template <class T>
pair<device_ptr<T>, std::ptrdiff_t> get_temporary_buffer(device_system_tag, std::ptrdiff_t n) {
    return {device_malloc<T>(n), n};
}
template <class T>
void return_temporary_buffer(device_system_tag, device_ptr<T> buffer, std::ptrdiff_t) {
    device_free(buffer);
}

}  // namespace thrust
