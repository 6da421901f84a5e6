// <cuda_bf16.h> on the simulator: bfloat16, a float without its lower half.
#pragma once

#include "cusim/letters_hidden.hpp"

#include "cusim/small_float_functions.hpp"

using __nv_bfloat16_raw = cusim::SmallRaw<cusim::Bfloat16>;
using __nv_bfloat162_raw = cusim::SmallRaw2<cusim::Bfloat16>;
using __nv_bfloat16 = cusim::SmallFloat<cusim::Bfloat16>;
using __nv_bfloat162 = cusim::SmallFloat2<cusim::Bfloat16>;
using nv_bfloat16 = __nv_bfloat16;
using nv_bfloat162 = __nv_bfloat162;

CUSIM_SMALL_CONVERSIONS(__nv_bfloat16, __nv_bfloat162, bfloat16, bfloat162)

#include "cusim/letters_restored.hpp"
