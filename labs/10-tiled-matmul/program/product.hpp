// C = A B with one thread per element and no shared memory: the first step of the comparison in lab
// 10. And the roof above all steps: as many multiply-adds as the device can make.
#pragma once

namespace runner {

/// All matrices are stored row by row in device memory: A has m rows and k columns, B k and n, C m
/// and n. Does not wait.
void product_by_elements(int m, int n, int k, float* d_C, const float* d_A, const float* d_B);

/// Multiply-adds in registers and nothing else, on all multiprocessors; returns how many operations
/// they are, two each. `d_sink` is a float in device memory. Does not wait.
double multiply_and_add(float* d_sink);

}  // namespace runner
