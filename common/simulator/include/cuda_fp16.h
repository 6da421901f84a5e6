// <cuda_fp16.h> on the simulator: half precision.
#pragma once

#include "cusim/letters_hidden.hpp"

#include "cusim/small_float_functions.hpp"

using __half_raw = cusim::SmallRaw<cusim::Half>;
using __half2_raw = cusim::SmallRaw2<cusim::Half>;
using __half = cusim::SmallFloat<cusim::Half>;
using __half2 = cusim::SmallFloat2<cusim::Half>;
using half = __half;
using half2 = __half2;

CUSIM_SMALL_CONVERSIONS(__half, __half2, half, half2)

#include "cusim/letters_restored.hpp"
