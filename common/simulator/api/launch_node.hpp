// A launch that a graph carries out later, any number of times.
#pragma once

#include "simulator/api/graph.hpp"

namespace cusim::api {

// The launch that the parameters describe, with the arguments' values as of now; empty where the
// function is no kernel. `pc` is where the program asked.
GraphWork kernel_work(const cudaKernelNodeParams& parameters, const void* pc);

}  // namespace cusim::api
