// <cub/device/device_transform.cuh> on the simulator: one thread for each element, of one or
// several ranges.
#pragma once

#include <cub/detail/device.h>

#include <tuple>

namespace cub {

struct DeviceTransform {
    template <class... In, class Out, class Op>
    static cudaError_t Transform(std::tuple<In...> inputs, Out output, long n, Op op,
                                 cudaStream_t stream = nullptr) {
        return std::apply([&](auto... from) { return launch(output, n, op, stream, from...); },
                          inputs);
    }
    template <class In, class Out, class Op>
    static cudaError_t Transform(In input, Out output, long n, Op op,
                                 cudaStream_t stream = nullptr) {
        return launch(output, n, op, stream, input);
    }
    template <class... Arguments>
    static cudaError_t TransformStableArgumentAddresses(Arguments... arguments) {
        return Transform(arguments...);
    }

  private:
    template <class Out, class Op, class... In>
    static cudaError_t launch(Out output, long n, Op op, cudaStream_t stream, In... inputs) {
        if (n <= 0) return cudaSuccess;
        const std::tuple from(detail::unwrap(inputs)...);
        ::thrust::detail::each_element<<<unsigned((n + 255) / 256), 256, 0, stream>>>(
            n, [from, to = detail::unwrap(output), op](long i) mutable {
                to[i] = std::apply([&](auto... at) { return op(at[i]...); }, from);
            });
        return cudaGetLastError();
    }
};

}  // namespace cub
