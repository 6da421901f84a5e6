// The paper's algorithms for other BLOCK_HEIGHTs, the number of threads in a block, which the lab's
// own functions fix at 256. A is stored column by column, A[j * n + i], with n rows and m columns.
// All pointers are device memory. None of the functions waits.
#pragma once

#include <vector>

namespace runner {

/// The BLOCK_HEIGHT of the lab's functions.
inline constexpr int lab_height = 256;

/// The heights that these functions accept. The paper's is 1024.
inline const std::vector<int> other_heights{128, 512, 1024};

/// y = A x + b, as block_multiply with `height` threads in a block.
void multiply_with_height(int height, int n, int m, float* y, const float* A, const float* x,
                          const float* b, int width);

/// y = A^T x + b, as block_multiply_transposed with `height` threads in a block.
void multiply_transposed_with_height(int height, int n, int m, float* y, const float* A,
                                     const float* x, const float* b, int width);

/// Whether these two exist. Students get them without their kernels, since each is a rung.
bool has_heights();

}  // namespace runner
