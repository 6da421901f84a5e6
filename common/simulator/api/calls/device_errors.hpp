// The error state: what the latest call returned, the error of a kernel that failed, and whether
// the program knows of it.
#pragma once

#include "cusim/driver_types.hpp"

namespace cusim::api {

// Stores the error for cudaGetLastError, and returns it.
cudaError_t remember(cudaError_t error);
cudaError_t last_error(bool reset);

// The same for calls that threads of the device make.
void remember_on_device(cudaError_t error);
cudaError_t last_error_on_device(bool reset);

// A kernel has ended with this error. As with a real device, nothing runs any more, and every call
// that needs the device returns the error until cudaDeviceReset. The launch itself returned
// success, and cudaGetLastError knows only errors that calls have returned.
void launch_failed(cudaError_t error);
cudaError_t lost_device_error();  // cudaSuccess unless the device is lost
// Returns the same error, and records that the program now knows of it.
cudaError_t learn_lost_device_error();
bool is_lost_device_known();
void reset_device_errors();

}  // namespace cusim::api
