// Functions of the host that a stream calls. They may not call the runtime: on a device such a call
// fails with cudaErrorNotPermitted, or never returns.
#pragma once

#include <functional>

#include "cusim/driver_types.hpp"

namespace cusim::api {

// Where the program has given the running function to its stream; nullptr if none runs.
extern const void* running_host_function;

// Calls the function. `pc`: where the program has given it to the stream.
void run_host_function(const std::function<void()>& function, const void* pc);

// Reports that the running function calls `name`.
cudaError_t refuse_in_host_function(const char* name);

}  // namespace cusim::api
