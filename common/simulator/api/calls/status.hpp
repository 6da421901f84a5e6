// Common to all functions of the runtime API: the first one sets up the device, nothing is done on
// a lost device, and errors are stored for cudaGetLastError.
#pragma once

#include "cusim/driver_types.hpp"
#include "simulator/api/calls/device_errors.hpp"
#include "simulator/api/calls/failing.hpp"
#include "simulator/api/calls/host_function.hpp"
#include "simulator/api/calls/under_way.hpp"
#include "simulator/race/host_access.hpp"

namespace cusim::api {

// Sets up the simulated device. Every entry point calls it; only the first call does anything.
void initialise();

// Wraps an API function: does nothing on a lost device, and stores errors. `failure`: what the call
// returns if it is made to fail; `name`: its name in that report (failing.hpp).
template <class Action>
cudaError_t call(Action action, cudaError_t failure = cudaErrorUnknown,
                 const char* name = __builtin_FUNCTION()) {
    initialise();
    if (anything_under_way) let_go_on();
    if (lost_device_error() != cudaSuccess) return learn_lost_device_error();
    if (running_host_function) return remember(refuse_in_host_function(name));
    if (failure != cudaSuccess && is_to_fail(name)) return remember(failure);
    const cudaError_t result = action();
    return result == cudaSuccess ? result : remember(result);
}

// Stores a result, unless the caller's pointer is null, which is an error, or points to the
// runtime's own data, which ends the program. The runtime does not call it for its own variables.
template <class T, class Result>
cudaError_t put(T* where, const Result& result) {
    if (!where) return cudaErrorInvalidValue;
    race::check_host_target(where, sizeof *where);
    *where = result;
    return cudaSuccess;
}

// Like put(), for a result that the caller need not ask for.
template <class T, class Result>
void put_if_asked(T* where, const Result& result) {
    if (where) put(where, result);
}

// Like call(), for functions that free something and are never made to fail.
template <class Action>
cudaError_t call_to_free(Action action, const char* name = __builtin_FUNCTION()) {
    return call(action, cudaSuccess, name);
}

// Like call(), for functions that the driver answers by itself, even for a lost device.
template <class Action>
cudaError_t call_driver(Action action, const char* name = __builtin_FUNCTION()) {
    if (is_to_fail(name)) return remember(cudaErrorUnknown);
    const cudaError_t result = action();
    return result == cudaSuccess ? result : remember(result);
}

}  // namespace cusim::api
