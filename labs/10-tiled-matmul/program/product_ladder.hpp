// A run by hand (--ladder) that puts the ways to multiply two matrices one below the other: on a
// device their times as shares of cuBLAS's in plain single precision, on the simulator what they
// ask of memory.
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

/// Declares it, with --side for the matrices' side on the simulator and the largest on a device.
void declare_product_ladder(Program& program, std::vector<Product> products);

}  // namespace runner
