// cuda::memcpy_async, by one thread or divided among the threads of a group. `sync`: the barrier or
// pipeline that completes with the copy.
#pragma once

#include <cuda_runtime.h>

#include "cusim/phases.hpp"

#define CUSIM_HERE const char *file = __builtin_FILE(), int line = __builtin_LINE()
#define CUSIM_INLINE __attribute__((always_inline)) inline

namespace cuda {

// A size in bytes, with the alignment of both addresses.
template <::std::size_t Alignment>
struct aligned_size_t {
    static constexpr ::std::size_t align = Alignment;
    ::std::size_t value;
    constexpr explicit aligned_size_t(::std::size_t size) : value(size) {}
    constexpr operator ::std::size_t() const { return value; }
};

namespace cusim_detail {

template <class Size>
struct AlignmentOfSize {
    static constexpr ::std::size_t value = 1;
};
template <::std::size_t Alignment>
struct AlignmentOfSize<aligned_size_t<Alignment>> {
    static constexpr ::std::size_t value = Alignment;
};
template <class T>
struct AlignmentOfType {
    static constexpr ::std::size_t value = alignof(T);
};
template <>
struct AlignmentOfType<void> {
    static constexpr ::std::size_t value = 1;
};

// The alignment that is known at compile time.
template <class T, class Size>
struct AlignmentOf {
    static constexpr ::std::size_t of_type = AlignmentOfType<T>::value;
    static constexpr ::std::size_t of_size = AlignmentOfSize<Size>::value;
    static constexpr ::std::size_t value = of_type < of_size ? of_size : of_type;
};

}  // namespace cusim_detail

enum class async_contract_fulfillment { none, async };

template <class Group, class T, class Size, class Sync>
CUSIM_INLINE async_contract_fulfillment memcpy_async(const Group& group, T* to, const T* from,
                                                     Size size, Sync& sync, CUSIM_HERE) {
    sync.cusim_copy(
        to, from, size,
        {static_cast<unsigned int>(group.thread_rank()), static_cast<unsigned int>(group.size()),
         cusim_detail::AlignmentOf<T, Size>::value},
        file, line);
    return async_contract_fulfillment::async;
}
template <class Group, class Size, class Sync>
CUSIM_INLINE async_contract_fulfillment memcpy_async(const Group& group, void* to, const void* from,
                                                     Size size, Sync& sync, CUSIM_HERE) {
    return memcpy_async<Group, void>(group, to, from, size, sync, file, line);
}
template <class T, class Size, class Sync>
CUSIM_INLINE async_contract_fulfillment memcpy_async(T* to, const T* from, Size size, Sync& sync,
                                                     CUSIM_HERE) {
    sync.cusim_copy(to, from, size, {0, 1, cusim_detail::AlignmentOf<T, Size>::value}, file, line);
    return async_contract_fulfillment::async;
}
template <class Size, class Sync>
CUSIM_INLINE async_contract_fulfillment memcpy_async(void* to, const void* from, Size size,
                                                     Sync& sync, CUSIM_HERE) {
    return memcpy_async<void>(to, from, size, sync, file, line);
}

}  // namespace cuda

#undef CUSIM_INLINE
#undef CUSIM_HERE
