// Why a pointer is null that a kernel uses.
#pragma once

#include <string>

#include "simulator/report/findings/settled.hpp"

namespace cusim::report {

// Of a size that is negative as a signed number.
constexpr const char* negative_size_words =
    "As a signed number that is negative. Does a product of ints go beyond 2147483647? Compute "
    "with size_t from the first factor on, as in `size_t{1} * n * m * sizeof(float)`.";

// Which of the launch's arguments are null, and the allocation for which there was no room before.
std::string null_pointer_words(const Settled& settled);

}  // namespace cusim::report
