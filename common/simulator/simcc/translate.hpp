// CUDA C++, preprocessed, into plain C++ for the simulator's runtime.
//
// Promises the driver: the text to compile, every token of the student's on its own line; the
// kernels it found, so that the compiler's messages can name them; and what the simulator refuses,
// each with file and line. Text that is not valid C++ comes out as it went in, for the compiler to
// complain about. Leaves types, overloads and conversions to the compiler.
#pragma once

#include <string_view>

#include "simulator/simcc/translation.hpp"

namespace cusim::simcc {

Translation translate(std::string_view preprocessed, const TranslationOptions& options);

}  // namespace cusim::simcc
