// Stream-ordered allocations: the memory may be used once the stream has reached them.
#pragma once

#include <cstddef>

#include "cusim/driver_types.hpp"

namespace cusim::api {

// Implements cudaMallocAsync, called at `pc`.
cudaError_t allocate_in_stream(void** pointer, std::size_t size, cudaStream_t stream,
                               const void* pc);

}  // namespace cusim::api
