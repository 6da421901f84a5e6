// What a fatal finding leads to. Declared here, defined by exec/, and by tests in its place.
#pragma once

#include "cusim/driver_types.hpp"

namespace cusim::race {

// Ends the running thread and with it the launch; the API then reports `error`.
[[noreturn]] void abort_thread(cudaError_t error = cudaErrorIllegalAddress);

}  // namespace cusim::race
