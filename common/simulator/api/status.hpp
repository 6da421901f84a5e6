// The error state of the runtime API: what the last call returned, what a kernel left behind, and
// when a program learns of it.
#pragma once

#include "cusim/driver_types.hpp"
#include "simulator/api/failing.hpp"

namespace cusim::api {

// Sets up the simulated device. Every entry point goes through it; only the first does anything.
void initialise();

// Remembers the error for cudaGetLastError, and returns it.
cudaError_t remember(cudaError_t error);
cudaError_t last_error(bool reset);

// A kernel has ended with this error. As on a device, nothing runs there any more, and every call
// that needs the device returns the error until cudaDeviceReset; the launch itself did not, and
// cudaGetLastError knows only of calls that did.
void launch_failed(cudaError_t error);
cudaError_t lost_device_error();  // cudaSuccess while the device is well
// The error again, which the program now knows.
cudaError_t learn_lost_device_error();
bool is_lost_device_known();
void reset_device_errors();

// The frame of an API function: nothing happens on a lost device, and errors are remembered.
// `failure` is what the call returns where it is made to fail, and `name` what it is then called:
// see failing.hpp.
template <class Action>
cudaError_t call(Action action, cudaError_t failure = cudaErrorUnknown,
                 const char* name = __builtin_FUNCTION()) {
    initialise();
    if (lost_device_error() != cudaSuccess) return learn_lost_device_error();
    if (failure != cudaSuccess && is_to_fail(name)) return remember(failure);
    const cudaError_t result = action();
    return result == cudaSuccess ? result : remember(result);
}

// The same for what frees something and is never made to fail.
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
