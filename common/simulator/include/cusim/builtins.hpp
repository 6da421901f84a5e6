// The built-in variables of a kernel. They are const in the program, so the compiler emits no hooks
// for reading them. The runtime owns them and changes them at every switch of threads. The sizes
// are not of type dim3, to which they convert, because its constructors would cause hooks.
#pragma once

#include "cusim/vector_types.hpp"

extern "C" {
extern const uint3 threadIdx;
extern const uint3 blockIdx;
extern const uint3 blockDim;
extern const uint3 gridDim;
}

constexpr int warpSize = 32;
