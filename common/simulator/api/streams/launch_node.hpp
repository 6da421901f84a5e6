// A launch that a graph executes later, any number of times.
#pragma once

#include "simulator/api/streams/graph.hpp"

namespace cusim::api {

// The launch that the parameters describe, with the current values of the arguments; empty if the
// function is no kernel. `pc`: the program's call.
GraphWork kernel_work(const cudaKernelNodeParams& parameters, const void* pc);

}  // namespace cusim::api
