// <cub/device/device_merge.cuh> on the simulator: merges two sorted ranges, in one thread.
#pragma once

#include <cub/detail/device.h>

#include <functional>

namespace cub {

struct DeviceMerge {
    template <class Keys1, class Values1, class Keys2, class Values2, class OutKeys,
              class OutValues, class Less = std::less<>>
    static cudaError_t MergePairs(void* storage, size_t& bytes, Keys1 keys1, Values1 values1,
                                  long n1, Keys2 keys2, Values2 values2, long n2, OutKeys keys_out,
                                  OutValues values_out, Less less = {},
                                  cudaStream_t stream = nullptr) {
        if (detail::asks_for_size(storage, bytes)) return cudaSuccess;
        return detail::in_order(
            stream, [=, a = detail::unwrap(keys1), va = detail::unwrap(values1),
                     b = detail::unwrap(keys2), vb = detail::unwrap(values2),
                     to = detail::unwrap(keys_out), vto = detail::unwrap(values_out)]() mutable {
                for (long i = 0, j = 0; i + j < n1 + n2;) {
                    const long k = i + j;
                    if (j == n2 || (i < n1 && !less(b[j], a[i]))) {
                        to[k] = a[i];
                        vto[k] = va[i++];
                    } else {
                        to[k] = b[j];
                        vto[k] = vb[j++];
                    }
                }
            });
    }
    template <class Keys1, class Keys2, class OutKeys, class Less = std::less<>>
    static cudaError_t MergeKeys(void* storage, size_t& bytes, Keys1 keys1, long n1, Keys2 keys2,
                                 long n2, OutKeys keys_out, Less less = {},
                                 cudaStream_t stream = nullptr) {
        const ::thrust::counting_iterator<long> none(0);
        return MergePairs(storage, bytes, keys1, none, n1, keys2, none, n2, keys_out,
                          ::thrust::discard_iterator<>(), less, stream);
    }
};

}  // namespace cub
