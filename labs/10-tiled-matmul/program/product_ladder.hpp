// A run by hand (--ladder) that compares ways to multiply two matrices: on a device,
// their speed relative to cuBLAS in single precision; on the simulator, their memory
// accesses.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "runner/program.hpp"

namespace runner {

/// C = A B: see product.hpp.
struct Product {
    std::string name;
    std::function<void(int m, int n, int k, float* d_C, const float* d_A, const float* d_B)> body;
};

/// Adds it to the program. --side: the matrices' side, the largest one on a device.
void declare_product_ladder(Program& program, std::vector<Product> products);

}  // namespace runner
