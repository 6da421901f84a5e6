// Sizes whose product is more than an int holds, which a guard that multiplies them does not see.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace grader::suite {

/// A line that begins with a newline; empty if the product of the two sizes fits an int.
std::string words_of_product(std::string_view one, std::int64_t a, std::string_view other,
                             std::int64_t b);

}  // namespace grader::suite
