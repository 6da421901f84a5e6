// <cuda_runtime_api.h> on the simulator: the host's functions and types, no device code.
#pragma once

#include "cusim/host_qualifiers.hpp"
#include "cusim/runtime_api.hpp"
