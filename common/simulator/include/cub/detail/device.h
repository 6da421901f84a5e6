// Shared by CUB's algorithms for the whole device. Called without scratch memory, they return the
// size that they need. Otherwise they run as kernels in a stream.
#pragma once

#include <cub/detail/iterators.h>
#include <thrust/detail/algorithms.h>

#include <limits>

namespace cub::detail {

// Whether this call only asks for the size, which is small here.
inline bool asks_for_size(void* storage, size_t& bytes) {
    if (storage) return false;
    bytes = 1;
    return true;
}

// Calls f() in one thread of a kernel.
template <class F>
cudaError_t in_order(cudaStream_t stream, F f) {
    ::thrust::detail::in_one_thread<<<1, 1, 0, stream>>>(f);
    return cudaGetLastError();
}

// Converts an iterator to the form that a kernel uses.
template <class Iterator>
auto unwrap(Iterator iterator) {
    return ::thrust::detail::unwrap(iterator);
}

// Permutes both ranges, cycle by cycle: element i becomes the former element order[i]. Overwrites
// `order`.
template <class Keys, class Values>
cudaError_t permute_in_place(long* order, long n, cudaStream_t stream, Keys keys, Values values) {
    return in_order(stream, [=, keys = unwrap(keys), values = unwrap(values)]() mutable {
        for (long begin = 0; begin < n; ++begin) {
            const typename std::iterator_traits<Keys>::value_type key = keys[begin];
            const typename std::iterator_traits<Values>::value_type value = values[begin];
            long to = begin;
            while (order[to] >= 0) {
                const long from = order[to];
                order[to] = -1;
                if (from == begin) {
                    keys[to] = key;
                    values[to] = value;
                    break;
                }
                keys[to] = keys[from];
                values[to] = values[from];
                to = from;
            }
        }
    });
}

template <class Iterator>
using ValueOf = typename std::iterator_traits<Iterator>::value_type;

}  // namespace cub::detail
