// A run by hand (--sweep) that puts gemv beside cuBLAS, on a device: over a paper's shapes, plain
// and transposed, the same with lines and their length exchanged, shapes drawn at random, and forms
// that are not aligned; the memory's own rate measured in the same run. On the simulator it tells
// what each shape would take.
#pragma once

#include <functional>

#include "runner/program.hpp"

namespace lab13 {

/// y = A x, or y = A^T x: `lines` lines of `width` floats, lda apart.
using Gemv = std::function<void(bool along, int lines, int width, const float* d_A, int lda,
                                const float* d_x, int incx, float* d_y, int incy, void* stream)>;

void declare_sweep(runner::Program& program, Gemv gemv);

}  // namespace lab13
