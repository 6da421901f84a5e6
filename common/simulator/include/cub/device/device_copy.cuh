// <cub/device/device_copy.cuh> on the simulator: many copies in one call, with sizes in elements.
#pragma once

#include <cub/detail/device.h>

namespace cub {

struct DeviceCopy {
    template <class Sources, class Targets, class Sizes>
    static cudaError_t Batched(void* storage, size_t& bytes, Sources sources, Targets targets,
                               Sizes sizes, long count, cudaStream_t stream = nullptr) {
        if (detail::asks_for_size(storage, bytes) || count <= 0) return cudaSuccess;
        ::thrust::detail::each_element<<<unsigned((count + 255) / 256), 256, 0, stream>>>(
            count, [from = detail::unwrap(sources), to = detail::unwrap(targets),
                    size = detail::unwrap(sizes)](long i) mutable {
                auto source = from[i];
                auto target = to[i];
                for (long k = 0; k < long(size[i]); ++k) target[k] = source[k];
            });
        return cudaGetLastError();
    }
};

}  // namespace cub
