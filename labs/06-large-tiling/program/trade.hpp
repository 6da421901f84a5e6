// Rungs 2 and 3 with any T and Z, the rows of a block and the threads of a row, which the lab's own
// functions fix; and a run by hand (--trade) that goes through both. On the simulator it shows the
// times that it estimates, on a device it measures.
#pragma once

#include "runner/program.hpp"

namespace runner {

struct BlockShape {
    int T = 1, Z = 1;  // T * Z <= 1024, Z a power of two
};

/// y = A x + b for a row-major A in device memory. Without waiting.
void multiply_rows(BlockShape block, int n, int m, float* y, const float* A, const float* x,
                   const float* b);

/// The same; the rows of a block share what it loads of x.
void multiply_rows_staged(BlockShape block, int n, int m, float* y, const float* A, const float* x,
                          const float* b);

/// Whether these two exist. Students get them without their kernels, since each is a rung.
bool has_shapes();

void declare_trade(Program& program);

}  // namespace runner
