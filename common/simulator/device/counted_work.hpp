// The work of a launch, as the model of time wants it, from what the report says of the launch.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>

#include "simulator/device/time_model.hpp"

namespace cusim::device {

struct CountedLaunch {
    std::uint64_t blocks = 1;
    int block_threads = 1;
    std::uint64_t shared_bytes = 0;  // a block
    // A counter by the report's name for it; 0 where the launch has none of that name.
    std::function<std::uint64_t(const char*)> counter;
};

// None where the launch was not counted.
std::optional<LaunchWork> work_of(const CountedLaunch& launch);

}  // namespace cusim::device
