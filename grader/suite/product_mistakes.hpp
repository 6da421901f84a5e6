// Students' mistakes in C = A B: an index for another layout or length, or a sum that is cut short.
#pragma once

#include <string>
#include <vector>

#include "suite/mistakes.hpp"

namespace grader::suite {

/// C has m rows and n columns, and its sums have k terms; all matrices are row-major. The names are
/// the lab's.
struct Product {
    int m, n, k;
    std::vector<float> A, B;
    std::string name_of_A = "A", name_of_B = "B", name_of_C = "C";
};

std::vector<Mistake> product_mistakes(Product product);

}  // namespace grader::suite
