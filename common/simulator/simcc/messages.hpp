// The compiler's messages, made the student's: each with the line of the file as it was written,
// without the names that only the translation knows.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "simulator/simcc/diagnostic.hpp"
#include "simulator/simcc/translation.hpp"

namespace cusim::simcc {

/// `own_headers`: notes about files below this folder are left out.
std::string present_messages(std::string_view compiler_output,
                             const std::vector<KernelPlace>& kernels, std::string_view own_headers);

/// "file:12: error: …" and the line itself, as the compiler's messages look.
std::string present(const Diagnostic& diagnostic);

}  // namespace cusim::simcc
