// Streams. The simulator runs everything at once and in program order, but for what waits for the
// host (under_way.hpp); a stream only says what is ordered and what is not, which the checker needs
// to know.
#pragma once

#include <cstdint>

#include "cusim/driver_types.hpp"

// Handles are never reused, so that a destroyed one is known for what it is.
struct CUstream_st {
    std::uint32_t id;
    unsigned int flags;
    int priority;
};

namespace cusim::api {

cudaStream_t new_stream(unsigned int flags, int priority);
void end_stream(cudaStream_t stream);

bool is_stream(cudaStream_t stream);
bool is_default(cudaStream_t stream);
// Of a stream that is one: does the legacy default stream wait for it, and it for that?
bool is_blocking(cudaStream_t stream);
std::uint32_t stream_id(cudaStream_t stream);

}  // namespace cusim::api
