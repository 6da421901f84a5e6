// Streams and events. The simulator runs everything at once and in program order; a stream only
// says what is ordered and what is not, which the checker needs to know.
#pragma once

#include <cstdint>

#include "cusim/driver_types.hpp"

namespace cusim::api {

bool is_stream(cudaStream_t stream);
// Of a stream that is one.
std::uint32_t stream_id(cudaStream_t stream);

}  // namespace cusim::api
