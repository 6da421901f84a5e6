// <cub/device/device_reduce.cuh> on the simulator: in one thread, from the first element to the
// last.
#pragma once

#include <cub/detail/device.h>

namespace cub {

struct DeviceReduce {
    template <class In, class Out, class Op, class T>
    static cudaError_t Reduce(void* storage, size_t& bytes, In in, Out out, long n, Op op,
                              T initial, cudaStream_t stream = nullptr) {
        if (detail::asks_for_size(storage, bytes)) return cudaSuccess;
        return detail::in_order(
            stream, [from = detail::unwrap(in), to = detail::unwrap(out), n, op, initial] {
                T result = initial;
                for (long i = 0; i < n; ++i) result = op(result, from[i]);
                *to = result;
            });
    }
    template <class In, class Out>
    static cudaError_t Sum(void* storage, size_t& bytes, In in, Out out, long n,
                           cudaStream_t stream = nullptr) {
        return Reduce(storage, bytes, in, out, n, cub::Sum(), detail::ValueOf<In>(), stream);
    }
    template <class In, class Out>
    static cudaError_t Min(void* storage, size_t& bytes, In in, Out out, long n,
                           cudaStream_t stream = nullptr) {
        return Reduce(storage, bytes, in, out, n, cub::Min(),
                      std::numeric_limits<detail::ValueOf<In>>::max(), stream);
    }
    template <class In, class Out>
    static cudaError_t Max(void* storage, size_t& bytes, In in, Out out, long n,
                           cudaStream_t stream = nullptr) {
        return Reduce(storage, bytes, in, out, n, cub::Max(),
                      std::numeric_limits<detail::ValueOf<In>>::lowest(), stream);
    }
};

}  // namespace cub
