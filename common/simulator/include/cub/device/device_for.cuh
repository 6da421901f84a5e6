// <cub/device/device_for.cuh> on the simulator: one thread for each element.
#pragma once

#include <cub/detail/device.h>

namespace cub {

struct DeviceFor {
    template <class Op>
    static cudaError_t Bulk(long n, Op op, cudaStream_t stream = nullptr) {
        if (n <= 0) return cudaSuccess;
        ::thrust::detail::each_element<<<unsigned((n + 255) / 256), 256, 0, stream>>>(
            n, [op](long i) mutable { op(i); });
        return cudaGetLastError();
    }
    template <class In, class Op>
    static cudaError_t ForEachN(In first, long n, Op op, cudaStream_t stream = nullptr) {
        return Bulk(
            n, [from = detail::unwrap(first), op](long i) mutable { op(from[i]); }, stream);
    }
    template <class In, class Op>
    static cudaError_t ForEach(In first, In last, Op op, cudaStream_t stream = nullptr) {
        return ForEachN(first, last - first, op, stream);
    }
};

}  // namespace cub
