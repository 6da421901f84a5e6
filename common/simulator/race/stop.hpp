// What a fatal finding leads to. Declared here, defined by exec/, and by tests in its place.
#pragma once

#include "cusim/driver_types.hpp"

namespace cusim::race {

// Ends the running thread and with it the launch; the API then reports `error`.
[[noreturn]] void abort_thread(cudaError_t error = cudaErrorIllegalAddress);

// The launch goes on to its end, where the API reports `error`.
void fail_launch(cudaError_t error);

}  // namespace cusim::race
