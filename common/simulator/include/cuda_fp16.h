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

#define CUDART_INF_FP16 __ushort_as_half((unsigned short)0x7C00U)
#define CUDART_NAN_FP16 __ushort_as_half((unsigned short)0x7FFFU)
#define CUDART_MIN_DENORM_FP16 __ushort_as_half((unsigned short)0x0001U)
#define CUDART_MAX_NORMAL_FP16 __ushort_as_half((unsigned short)0x7BFFU)
#define CUDART_NEG_ZERO_FP16 __ushort_as_half((unsigned short)0x8000U)
#define CUDART_ZERO_FP16 __ushort_as_half((unsigned short)0x0000U)
#define CUDART_ONE_FP16 __ushort_as_half((unsigned short)0x3C00U)

CUSIM_SMALL_CONVERSIONS(__half, __half2, half, half2)

#include "cusim/letters_restored.hpp"
