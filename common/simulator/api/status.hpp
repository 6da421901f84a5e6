// The error state of the runtime API: what the last call returned, what a kernel left behind, and
// when a program learns of it.
#pragma once

#include "cusim/driver_types.hpp"

namespace cusim::api {

// Sets up the simulated device. Every entry point goes through it; only the first does anything.
void initialise();

// Remembers the error for cudaGetLastError, and returns it.
cudaError_t remember(cudaError_t error);
cudaError_t last_error(bool reset);

// A kernel has ended with this error. As on a device it is learnt of at the next call that waits,
// and from then on every call returns it, until cudaDeviceReset.
void launch_failed(cudaError_t error);
// True from the moment the kernel has failed: nothing runs on the device any more.
bool device_is_lost();
void reset_device_errors();

// The error that calls return now: what a kernel left behind, if anything.
cudaError_t lost_device_error();

// The frame of an API function: nothing happens on a lost device, and errors are remembered.
template <class Action>
cudaError_t call(Action action) {
    initialise();
    if (const cudaError_t lost = lost_device_error(); lost != cudaSuccess) return remember(lost);
    const cudaError_t result = action();
    return result == cudaSuccess ? result : remember(result);
}

}  // namespace cusim::api
