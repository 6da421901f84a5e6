// <cub/device/device_scan.cuh> on the simulator: in one thread, from the first element to the last.
#pragma once

#include <cub/detail/device.h>

namespace cub {

struct DeviceScan {
    template <class In, class Out, class Op>
    static cudaError_t InclusiveScan(void* storage, size_t& bytes, In in, Out out, Op op, long n,
                                     cudaStream_t stream = nullptr) {
        if (detail::asks_for_size(storage, bytes)) return cudaSuccess;
        return detail::in_order(stream,
                                [from = detail::unwrap(in), to = detail::unwrap(out), n, op] {
                                    if (n == 0) return;
                                    detail::ValueOf<In> sum = from[0];
                                    to[0] = sum;
                                    for (long i = 1; i < n; ++i) to[i] = sum = op(sum, from[i]);
                                });
    }
    template <class In, class Out, class Op, class T>
    static cudaError_t ExclusiveScan(void* storage, size_t& bytes, In in, Out out, Op op, T initial,
                                     long n, cudaStream_t stream = nullptr) {
        if (detail::asks_for_size(storage, bytes)) return cudaSuccess;
        return detail::in_order(
            stream, [from = detail::unwrap(in), to = detail::unwrap(out), n, op, initial] {
                T sum = initial;
                for (long i = 0; i < n; ++i) {
                    const T next = op(sum, from[i]);
                    to[i] = sum;
                    sum = next;
                }
            });
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
};

}  // namespace cub
