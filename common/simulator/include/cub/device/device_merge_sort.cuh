// <cub/device/device_merge_sort.cuh> on the simulator: by comparisons in one thread; stable.
#pragma once

#include <cub/device/device_radix_sort.cuh>

namespace cub {

struct DeviceMergeSort {
    template <class Keys, class Values, class OutKeys, class OutValues, class Less>
    static cudaError_t SortPairsCopy(void* storage, size_t& bytes, Keys keys_in, Values values_in,
                                     OutKeys keys_out, OutValues values_out, long n, Less less,
                                     cudaStream_t stream = nullptr) {
        if (detail::asks_for_positions(storage, bytes, n)) return cudaSuccess;
        long* const order = static_cast<long*>(storage);
        return detail::in_order(
            stream,
            [=, keys = detail::unwrap(keys_in), values = detail::unwrap(values_in),
             to = detail::unwrap(keys_out), values_to = detail::unwrap(values_out)]() mutable {
                ::thrust::detail::sort_positions(keys, n, less, order, order + n);
                for (long i = 0; i < n; ++i) {
                    to[i] = keys[order[i]];
                    values_to[i] = values[order[i]];
                }
            });
    }
    template <class Keys, class OutKeys, class Less>
    static cudaError_t SortKeysCopy(void* storage, size_t& bytes, Keys keys_in, OutKeys keys_out,
                                    long n, Less less, cudaStream_t stream = nullptr) {
        return SortPairsCopy(storage, bytes, keys_in, ::thrust::counting_iterator<long>(0),
                             keys_out, ::thrust::discard_iterator<>(), n, less, stream);
    }
    template <class Keys, class Values, class Less>
    static cudaError_t SortPairs(void* storage, size_t& bytes, Keys keys, Values values, long n,
                                 Less less, cudaStream_t stream = nullptr) {
        if (detail::asks_for_positions(storage, bytes, n)) return cudaSuccess;
        long* const order = static_cast<long*>(storage);
        const cudaError_t error =
            detail::in_order(stream, [=, keys = detail::unwrap(keys)]() mutable {
                ::thrust::detail::sort_positions(keys, n, less, order, order + n);
            });
        if (error != cudaSuccess) return error;
        return detail::permute_in_place(order, n, stream, keys, values);
    }
    template <class Keys, class Less>
    static cudaError_t SortKeys(void* storage, size_t& bytes, Keys keys, long n, Less less,
                                cudaStream_t stream = nullptr) {
        return SortPairs(storage, bytes, keys, ::thrust::discard_iterator<>(), n, less, stream);
    }
    template <class... Arguments>
    static cudaError_t StableSortPairs(void* storage, size_t& bytes, Arguments... arguments) {
        return SortPairs(storage, bytes, arguments...);
    }
    template <class... Arguments>
    static cudaError_t StableSortKeys(void* storage, size_t& bytes, Arguments... arguments) {
        return SortKeys(storage, bytes, arguments...);
    }
};

}  // namespace cub
