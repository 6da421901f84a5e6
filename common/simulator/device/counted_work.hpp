// The input of the time model, taken from the report's data on a launch.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>

#include "simulator/device/time_model.hpp"

namespace cusim::device {

struct CountedLaunch {
    std::uint64_t blocks = 1;
    int block_threads = 1;
    std::uint64_t shared_bytes = 0;  // per block
    // A counter by its name in the report; 0 if the launch has no such counter.
    std::function<std::uint64_t(const char*)> counter;
};

// Returns nullopt if the launch was not counted.
std::optional<LaunchWork> work_of(const CountedLaunch& launch);

}  // namespace cusim::device
