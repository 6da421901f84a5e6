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

#define CUDART_INF_BF16 __ushort_as_bfloat16((unsigned short)0x7F80U)
#define CUDART_NAN_BF16 __ushort_as_bfloat16((unsigned short)0x7FFFU)
#define CUDART_MIN_DENORM_BF16 __ushort_as_bfloat16((unsigned short)0x0001U)
#define CUDART_MAX_NORMAL_BF16 __ushort_as_bfloat16((unsigned short)0x7F7FU)
#define CUDART_NEG_ZERO_BF16 __ushort_as_bfloat16((unsigned short)0x8000U)
#define CUDART_ZERO_BF16 __ushort_as_bfloat16((unsigned short)0x0000U)
#define CUDART_ONE_BF16 __ushort_as_bfloat16((unsigned short)0x3F80U)

CUSIM_SMALL_CONVERSIONS(__nv_bfloat16, __nv_bfloat162, bfloat16, bfloat162)

#include "cusim/letters_restored.hpp"
