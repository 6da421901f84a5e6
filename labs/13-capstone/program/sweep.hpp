// A run by hand (--sweep) that compares gemv with cuBLAS on a device: for a paper's shapes, plain
// and transposed, the same with lines and their length exchanged, random shapes, and unaligned
// forms. The memory bandwidth is measured in the same run. On the simulator it estimates the time
// of each shape.
#pragma once

#include <functional>

#include "runner/program.hpp"

namespace lab13 {

/// y = A x, or y = A^T x: `lines` lines of `width` floats, lda apart.
using Gemv = std::function<void(bool along, int lines, int width, const float* d_A, int lda,
                                const float* d_x, int incx, float* d_y, int incy, void* stream)>;

void declare_sweep(runner::Program& program, Gemv gemv);

}  // namespace lab13
