// Which backend a program was built for: the part of backend.hpp that a lab's main.cpp may ask for,
// since it is compiled where there may be no CUDA header.
#pragma once

#include <string>

namespace runner::backend {

/// Then cudaMemGetInfo counts single allocations, so that a difference is a leak, and figures of
/// interest are counts; else they are times.
bool is_simulated();

/// What a run by hand says about itself: the device and how the figures came about.
std::string description();

}  // namespace runner::backend
