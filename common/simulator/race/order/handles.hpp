// The numbers of what CUDA and the host order: streams, events, and the program's own threads.
#pragma once

#include <cstdint>

namespace cusim::race {

using StreamId = std::uint32_t;  // 0 is the legacy default stream
using EventId = std::uint32_t;
using HostId = std::uint32_t;  // 0 is the first one

}  // namespace cusim::race
