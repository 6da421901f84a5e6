// CUDA's qualifiers in ordinary C++ files that include the same headers as the .cu files they are
// linked with: they mean nothing there. In .cu files the translator handles them.
#pragma once

#ifndef __CUDACC__
#define __host__
#define __device__
#define __global__
#define __shared__
#define __constant__
#define __managed__
#define __grid_constant__
#define __launch_bounds__(...)
#define __forceinline__ inline __attribute__((always_inline))
#define __builtin_align__(n) __attribute__((aligned(n)))
#define __align__(n) __attribute__((aligned(n)))
#endif
