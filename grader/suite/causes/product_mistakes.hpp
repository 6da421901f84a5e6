// Students' mistakes in C = A B: an index for another layout or length, a sum that is cut short, or
// tiles that are mixed up.
#pragma once

#include <string>
#include <vector>

#include "suite/causes/mistakes.hpp"

namespace grader::suite {

/// C has m rows and n columns, and its sums have k terms; all matrices are row-major. The names are
/// the lab's.
struct Product {
    int m, n, k;
    std::vector<float> A, B;
    std::string name_of_A = "A", name_of_B = "B", name_of_C = "C";
    int depth = 0;            // of a tile along the sums, if there are tiles
    bool are_square = false;  // whether tiles are `depth` wide, too, with a thread an element
};

std::vector<Mistake> product_mistakes(Product product);

}  // namespace grader::suite
