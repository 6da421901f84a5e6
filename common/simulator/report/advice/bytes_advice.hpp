// Advice on an index that would fit if the array had as many elements as it has bytes.
#pragma once

#include <optional>
#include <string>

#include "simulator/report/findings/settled.hpp"

namespace cusim::report {

// cudaMalloc(&p, n), or bytes of a launch, where n * sizeof(float) was meant.
std::optional<std::string> bytes_for_elements(const Settled& settled);

}  // namespace cusim::report
