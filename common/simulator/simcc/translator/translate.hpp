// Translates preprocessed CUDA C++ into plain C++ for the simulator's runtime.
//
// Guarantee to the driver: the text to compile, with every token of the student's on its own line;
// the kernels that were found, so that the compiler's messages can name them; and what the
// simulator refuses, each with file and line. Text that is not valid C++ is not changed, so that
// the compiler reports it. Types, overloads and conversions are left to the compiler.
#pragma once

#include <string_view>

#include "simulator/simcc/translator/translation.hpp"

namespace cusim::simcc {

Translation translate(std::string_view preprocessed, const TranslationOptions& options);

}  // namespace cusim::simcc
