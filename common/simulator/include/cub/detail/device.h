// What CUB's algorithms for the whole device share: first called without scratch memory they say
// how much they want, and then they run as kernels in a stream.
#pragma once

#include <cub/detail/common.h>
#include <thrust/detail/algorithms.h>

#include <limits>

namespace cub::detail {

// Is this the call that asks for the size? The algorithms here want little.
inline bool asks_for_size(void* storage, size_t& bytes) {
    if (storage) return false;
    bytes = 1;
    return true;
}

// f() in one thread of a kernel.
template <class F>
cudaError_t in_order(cudaStream_t stream, F f) {
    ::thrust::detail::in_one_thread<<<1, 1, 0, stream>>>(f);
    return cudaGetLastError();
}

// An iterator as a kernel uses it.
template <class Iterator>
auto unwrap(Iterator iterator) {
    return ::thrust::detail::unwrap(iterator);
}

template <class Iterator>
using ValueOf = typename std::iterator_traits<Iterator>::value_type;

}  // namespace cub::detail
