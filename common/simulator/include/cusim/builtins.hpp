// The built-in variables of a kernel. They are const to the program, so the compiler emits no
// access hook for them; the runtime, which owns them, rewrites them at every switch of thread.
#pragma once

#include "cusim/vector_types.hpp"

extern "C" {
extern const uint3 threadIdx;
extern const uint3 blockIdx;
extern const dim3 blockDim;
extern const dim3 gridDim;
}

constexpr int warpSize = 32;
