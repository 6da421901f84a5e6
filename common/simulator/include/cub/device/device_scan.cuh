// <cub/device/device_scan.cuh> on the simulator: in one thread, from the first element to the last.
#pragma once

#include <cub/detail/device.h>

namespace cub {

struct DeviceScan {
    template <class In, class Out, class Op>
    static cudaError_t InclusiveScan(void* storage, size_t& bytes, In in, Out out, Op op, long n,
                                     cudaStream_t stream = nullptr) {
        return InclusiveScanByKey(storage, bytes, ::thrust::constant_iterator<int>(0), in, out, op,
                                  n, Equality(), stream);
    }
    template <class In, class Out, class Op, class T>
    static cudaError_t ExclusiveScan(void* storage, size_t& bytes, In in, Out out, Op op, T initial,
                                     long n, cudaStream_t stream = nullptr) {
        return ExclusiveScanByKey(storage, bytes, ::thrust::constant_iterator<int>(0), in, out, op,
                                  initial, n, Equality(), stream);
    }
    template <class In, class Out>
    static cudaError_t InclusiveSum(void* storage, size_t& bytes, In in, Out out, long n,
                                    cudaStream_t stream = nullptr) {
        return InclusiveScan(storage, bytes, in, out, Sum(), n, stream);
    }
    template <class In, class Out>
    static cudaError_t ExclusiveSum(void* storage, size_t& bytes, In in, Out out, long n,
                                    cudaStream_t stream = nullptr) {
        return ExclusiveScan(storage, bytes, in, out, Sum(), detail::ValueOf<In>(), n, stream);
    }
    // In place.
    template <class T>
    static cudaError_t InclusiveSum(void* storage, size_t& bytes, T* data, long n,
                                    cudaStream_t stream = nullptr) {
        return InclusiveSum(storage, bytes, data, data, n, stream);
    }
    template <class T>
    static cudaError_t ExclusiveSum(void* storage, size_t& bytes, T* data, long n,
                                    cudaStream_t stream = nullptr) {
        return ExclusiveSum(storage, bytes, data, data, n, stream);
    }

    // Restarts at each element whose key differs from the one before.
    template <class Keys, class In, class Out, class Op, class Same = Equality>
    static cudaError_t InclusiveScanByKey(void* storage, size_t& bytes, Keys keys, In in, Out out,
                                          Op op, long n, Same same = Same(),
                                          cudaStream_t stream = nullptr) {
        if (detail::asks_for_size(storage, bytes)) return cudaSuccess;
        return detail::in_order(stream, [keys = detail::unwrap(keys), from = detail::unwrap(in),
                                         to = detail::unwrap(out), n, op, same]() mutable {
            if (n == 0) return;
            detail::ValueOf<In> sum = from[0];
            to[0] = sum;
            for (long i = 1; i < n; ++i) {
                const detail::ValueOf<In> here = from[i];
                sum = same(keys[i - 1], keys[i]) ? detail::ValueOf<In>(op(sum, here)) : here;
                to[i] = sum;
            }
        });
    }
    template <class Keys, class In, class Out, class Op, class T, class Same = Equality>
    static cudaError_t ExclusiveScanByKey(void* storage, size_t& bytes, Keys keys, In in, Out out,
                                          Op op, T initial, long n, Same same = Same(),
                                          cudaStream_t stream = nullptr) {
        if (detail::asks_for_size(storage, bytes)) return cudaSuccess;
        return detail::in_order(stream, [keys = detail::unwrap(keys), from = detail::unwrap(in),
                                         to = detail::unwrap(out), n, op, initial, same]() mutable {
            T sum = initial;
            for (long i = 0; i < n; ++i) {
                if (i > 0 && !same(keys[i - 1], keys[i])) sum = initial;
                const T next = op(sum, from[i]);
                to[i] = sum;
                sum = next;
            }
        });
    }
    template <class Keys, class In, class Out, class Same = Equality>
    static cudaError_t InclusiveSumByKey(void* storage, size_t& bytes, Keys keys, In in, Out out,
                                         long n, Same same = Same(),
                                         cudaStream_t stream = nullptr) {
        return InclusiveScanByKey(storage, bytes, keys, in, out, Sum(), n, same, stream);
    }
    template <class Keys, class In, class Out, class Same = Equality>
    static cudaError_t ExclusiveSumByKey(void* storage, size_t& bytes, Keys keys, In in, Out out,
                                         long n, Same same = Same(),
                                         cudaStream_t stream = nullptr) {
        return ExclusiveScanByKey(storage, bytes, keys, in, out, Sum(), detail::ValueOf<In>(), n,
                                  same, stream);
    }
};

}  // namespace cub
