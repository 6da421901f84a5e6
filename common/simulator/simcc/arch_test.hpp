// Finds #if, #ifdef and #elif lines that test __CUDA_ARCH__, which the simulator leaves undefined.
#pragma once

#include <string_view>

#include "simulator/simcc/diagnostic.hpp"
#include "simulator/simcc/lexer.hpp"

namespace cusim::simcc {

/// Reads each of the user's files that the preprocessed text names, as it stands on disk: after
/// preprocessing, the tests are gone.
Diagnostics warn_of_arch_tests(const Tokens& preprocessed, std::string_view own_headers);

}  // namespace cusim::simcc
