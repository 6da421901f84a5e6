// The consequences of a fatal finding. Declared here; exec/ defines them, and tests define their
// own.
#pragma once

#include "cusim/driver_types.hpp"

namespace cusim::race {

// Ends the running thread and the launch. The API then reports `error`.
[[noreturn]] void abort_thread(cudaError_t error = cudaErrorIllegalAddress);

// Lets the launch run to its end, where the API reports `error`.
void fail_launch(cudaError_t error);

}  // namespace cusim::race
