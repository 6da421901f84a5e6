// Copies for which the compiler tells the runtime how long the host's array is, where it sees that:
// where an array is declared that the call names, or that a pointer of the same function leads to.
// The address of cudaMemcpy itself is the runtime's function, which is defined where
// CUSIM_DEFINES_COPIES is.
#pragma once

#include "cusim/runtime_api.hpp"

// The bytes from there on, as far as the compiler knows; otherwise the largest size_t.
#define CUSIM_ROOM(pointer) __builtin_dynamic_object_size(pointer, 0)

extern "C" {
cudaError_t __cusim_memcpy_seen(void* to, const void* from, size_t size, cudaMemcpyKind kind,
                                cudaStream_t stream, bool wait, size_t to_room, size_t from_room);
cudaError_t __cusim_memcpy_2d_seen(void* to, size_t to_pitch, const void* from, size_t from_pitch,
                                   size_t width, size_t height, cudaMemcpyKind kind,
                                   cudaStream_t stream, bool wait, size_t to_room,
                                   size_t from_room);

#ifndef CUSIM_DEFINES_COPIES
#define CUSIM_SEEN extern inline __attribute__((always_inline, gnu_inline, artificial))
#define CUSIM_BOTH_ROOMS CUSIM_ROOM(to), CUSIM_ROOM(from)
CUSIM_SEEN cudaError_t cudaMemcpy(void* to, const void* from, size_t size, cudaMemcpyKind kind) {
    return __cusim_memcpy_seen(to, from, size, kind, nullptr, true, CUSIM_BOTH_ROOMS);
}
CUSIM_SEEN cudaError_t cudaMemcpyAsync(void* to, const void* from, size_t size, cudaMemcpyKind kind,
                                       cudaStream_t stream) {
    return __cusim_memcpy_seen(to, from, size, kind, stream, false, CUSIM_BOTH_ROOMS);
}
CUSIM_SEEN cudaError_t cudaMemcpy2D(void* to, size_t to_pitch, const void* from, size_t from_pitch,
                                    size_t width, size_t height, cudaMemcpyKind kind) {
    return __cusim_memcpy_2d_seen(to, to_pitch, from, from_pitch, width, height, kind, nullptr,
                                  true, CUSIM_BOTH_ROOMS);
}
CUSIM_SEEN cudaError_t cudaMemcpy2DAsync(void* to, size_t to_pitch, const void* from,
                                         size_t from_pitch, size_t width, size_t height,
                                         cudaMemcpyKind kind, cudaStream_t stream) {
    return __cusim_memcpy_2d_seen(to, to_pitch, from, from_pitch, width, height, kind, stream,
                                  false, CUSIM_BOTH_ROOMS);
}
#undef CUSIM_BOTH_ROOMS
#undef CUSIM_SEEN
#endif
}

namespace cusim::detail {
// The elements of an array, also of one of arrays; 1 for anything else.
template <class T>
constexpr size_t elements_of(const T&) {
    return 1;
}
template <class T, size_t n>
constexpr size_t elements_of(const T (&array)[n]) {
    return n * elements_of(array[0]);
}
cudaError_t copy_to_symbol(const void* symbol, const void* from, size_t size, size_t offset,
                           cudaMemcpyKind kind, cudaStream_t stream, bool wait, size_t elements,
                           size_t room);
cudaError_t copy_from_symbol(void* to, const void* symbol, size_t size, size_t offset,
                             cudaMemcpyKind kind, cudaStream_t stream, bool wait, size_t elements,
                             size_t room);
}  // namespace cusim::detail

#define CUSIM_COPY [[gnu::always_inline]] inline cudaError_t
template <class T>
CUSIM_COPY cudaMemcpyToSymbol(const T& symbol, const void* from, size_t size, size_t offset = 0,
                              cudaMemcpyKind kind = cudaMemcpyHostToDevice) {
    return cusim::detail::copy_to_symbol(&symbol, from, size, offset, kind, nullptr, true,
                                         cusim::detail::elements_of(symbol), CUSIM_ROOM(from));
}
template <class T>
CUSIM_COPY cudaMemcpyToSymbolAsync(const T& symbol, const void* from, size_t size,
                                   size_t offset = 0, cudaMemcpyKind kind = cudaMemcpyHostToDevice,
                                   cudaStream_t stream = nullptr) {
    return cusim::detail::copy_to_symbol(&symbol, from, size, offset, kind, stream, false,
                                         cusim::detail::elements_of(symbol), CUSIM_ROOM(from));
}
template <class T>
CUSIM_COPY cudaMemcpyFromSymbol(void* to, const T& symbol, size_t size, size_t offset = 0,
                                cudaMemcpyKind kind = cudaMemcpyDeviceToHost) {
    return cusim::detail::copy_from_symbol(to, &symbol, size, offset, kind, nullptr, true,
                                           cusim::detail::elements_of(symbol), CUSIM_ROOM(to));
}
template <class T>
CUSIM_COPY cudaMemcpyFromSymbolAsync(void* to, const T& symbol, size_t size, size_t offset = 0,
                                     cudaMemcpyKind kind = cudaMemcpyDeviceToHost,
                                     cudaStream_t stream = nullptr) {
    return cusim::detail::copy_from_symbol(to, &symbol, size, offset, kind, stream, false,
                                           cusim::detail::elements_of(symbol), CUSIM_ROOM(to));
}
#undef CUSIM_COPY
#undef CUSIM_ROOM
