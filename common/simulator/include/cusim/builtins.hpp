// The built-in variables of a kernel. They are const to the program, so the compiler emits no
// access hook for them; the runtime, which owns them, rewrites them at every switch of thread. The
// sizes are no dim3 here, to which they convert: its constructors would make them hooked.
#pragma once

#include "cusim/vector_types.hpp"

extern "C" {
extern const uint3 threadIdx;
extern const uint3 blockIdx;
extern const uint3 blockDim;
extern const uint3 gridDim;
}

constexpr int warpSize = 32;
