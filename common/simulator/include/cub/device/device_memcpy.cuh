// <cub/device/device_memcpy.cuh> on the simulator: many copies in one call, with sizes in bytes.
#pragma once

#include <cub/detail/device.h>

namespace cub {

struct DeviceMemcpy {
    template <class Sources, class Targets, class Sizes>
    static cudaError_t Batched(void* storage, size_t& bytes, Sources sources, Targets targets,
                               Sizes sizes, long count, cudaStream_t stream = nullptr) {
        if (detail::asks_for_size(storage, bytes) || count <= 0) return cudaSuccess;
        ::thrust::detail::each_element<<<unsigned((count + 255) / 256), 256, 0, stream>>>(
            count, [from = detail::unwrap(sources), to = detail::unwrap(targets),
                    size = detail::unwrap(sizes)](long i) mutable {
                const char* const source = (const char*)from[i];
                char* const target = (char*)to[i];
                for (long k = 0; k < long(size[i]); ++k) target[k] = source[k];
            });
        return cudaGetLastError();
    }
};

}  // namespace cub
