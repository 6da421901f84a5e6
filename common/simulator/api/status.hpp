// What every function of the runtime API has in common: the device is set up, nothing happens on a
// lost one, and errors are remembered.
#pragma once

#include "cusim/driver_types.hpp"
#include "simulator/api/device_errors.hpp"
#include "simulator/api/failing.hpp"
#include "simulator/api/under_way.hpp"
#include "simulator/race/check.hpp"

namespace cusim::api {

// Sets up the simulated device. Every entry point goes through it; only the first does anything.
void initialise();

// The frame of an API function: nothing happens on a lost device, and errors are remembered.
// `failure` is what the call returns where it is made to fail, and `name` what it is then called:
// see failing.hpp.
template <class Action>
cudaError_t call(Action action, cudaError_t failure = cudaErrorUnknown,
                 const char* name = __builtin_FUNCTION()) {
    initialise();
    if (anything_under_way) let_go_on();
    if (lost_device_error() != cudaSuccess) return learn_lost_device_error();
    if (failure != cudaSuccess && is_to_fail(name)) return remember(failure);
    const cudaError_t result = action();
    return result == cudaSuccess ? result : remember(result);
}

// A result goes where the caller wants it, which must be somewhere.
template <class T, class Result>
cudaError_t put(T* where, const Result& result) {
    if (!where) return cudaErrorInvalidValue;
    race::check_host_target(where, sizeof *where);
    *where = result;
    return cudaSuccess;
}

// The same as call() for what frees something and is never made to fail.
template <class Action>
cudaError_t call_to_free(Action action) {
    return call(action, cudaSuccess);
}

// The same for what the driver answers by itself, of a lost device, too.
template <class Action>
cudaError_t call_driver(Action action, const char* name = __builtin_FUNCTION()) {
    if (is_to_fail(name)) return remember(cudaErrorUnknown);
    const cudaError_t result = action();
    return result == cudaSuccess ? result : remember(result);
}

}  // namespace cusim::api
