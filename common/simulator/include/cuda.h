// <cuda.h> on the simulator: the driver API is not simulated. Programs include it for its version
// macro and its handle types, and find those here.
#pragma once

#include "cusim/driver_types.hpp"

#define CUDA_VERSION 13000

using CUstream = cudaStream_t;
using CUevent = cudaEvent_t;
using CUdevice = int;
using CUdeviceptr = unsigned long long;
