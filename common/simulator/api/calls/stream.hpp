// Streams and events. The simulator executes everything at once and in program order, except for
// work that waits for the host (under_way.hpp). A stream only determines what is ordered and what
// is not, which the checker needs.
#pragma once

#include <cstdint>

#include "cusim/driver_types.hpp"

// Handles are never reused, so that the use of a destroyed stream is detected.
struct CUstream_st {
    std::uint32_t id;
    unsigned int flags;
    int priority;
};

namespace cusim::api {

cudaStream_t new_stream(unsigned int flags, int priority);
void end_stream(cudaStream_t stream);
cudaEvent_t new_event(unsigned int flags);

// Of a call that takes a stream for which is_stream() is false.
inline constexpr const char* no_such_stream = "its stream was never created, or has been destroyed";

bool is_stream(cudaStream_t stream);
bool is_default(cudaStream_t stream);
bool is_legacy(cudaStream_t stream);
// Whether this valid stream and the legacy default stream wait for each other.
bool is_blocking(cudaStream_t stream);
std::uint32_t stream_id(cudaStream_t stream);

}  // namespace cusim::api
