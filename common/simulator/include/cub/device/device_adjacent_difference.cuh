// <cub/device/device_adjacent_difference.cuh> on the simulator: each element with its neighbour. In
// place, one thread does everything, since each element is also its neighbour's operand.
#pragma once

#include <cub/detail/device.h>

namespace cub {

struct DeviceAdjacentDifference {
    // op(element, the one before it). The first element is not changed.
    template <class In, class Out, class Op = Difference>
    static cudaError_t SubtractLeftCopy(void* storage, size_t& bytes, In in, Out out, long n,
                                        Op op = {}, cudaStream_t stream = nullptr) {
        if (detail::asks_for_size(storage, bytes) || n <= 0) return cudaSuccess;
        ::thrust::detail::each_element<<<unsigned((n + 255) / 256), 256, 0, stream>>>(
            n, [from = detail::unwrap(in), to = detail::unwrap(out), op](long i) mutable {
                if (i == 0)
                    to[i] = from[i];
                else
                    to[i] = op(from[i], from[i - 1]);
            });
        return cudaGetLastError();
    }
    template <class InOut, class Op = Difference>
    static cudaError_t SubtractLeft(void* storage, size_t& bytes, InOut items, long n, Op op = {},
                                    cudaStream_t stream = nullptr) {
        if (detail::asks_for_size(storage, bytes)) return cudaSuccess;
        return detail::in_order(stream, [at = detail::unwrap(items), n, op]() mutable {
            for (long i = n - 1; i > 0; --i) at[i] = op(at[i], at[i - 1]);
        });
    }
    // op(element, the one after it). The last element is not changed.
    template <class In, class Out, class Op = Difference>
    static cudaError_t SubtractRightCopy(void* storage, size_t& bytes, In in, Out out, long n,
                                         Op op = {}, cudaStream_t stream = nullptr) {
        if (detail::asks_for_size(storage, bytes) || n <= 0) return cudaSuccess;
        ::thrust::detail::each_element<<<unsigned((n + 255) / 256), 256, 0, stream>>>(
            n, [from = detail::unwrap(in), to = detail::unwrap(out), op, n](long i) mutable {
                if (i == n - 1)
                    to[i] = from[i];
                else
                    to[i] = op(from[i], from[i + 1]);
            });
        return cudaGetLastError();
    }
    template <class InOut, class Op = Difference>
    static cudaError_t SubtractRight(void* storage, size_t& bytes, InOut items, long n, Op op = {},
                                     cudaStream_t stream = nullptr) {
        if (detail::asks_for_size(storage, bytes)) return cudaSuccess;
        return detail::in_order(stream, [at = detail::unwrap(items), n, op]() mutable {
            for (long i = 0; i + 1 < n; ++i) at[i] = op(at[i], at[i + 1]);
        });
    }
};

}  // namespace cub
