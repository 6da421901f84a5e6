// The error state of the device: what the last call returned, what a kernel left behind, and
// whether the program has learnt of it.
#pragma once

#include "cusim/driver_types.hpp"

namespace cusim::api {

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

}  // namespace cusim::api
