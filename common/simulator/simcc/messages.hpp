// Adapts the compiler's messages for the student: each shows the original line of the file, and no
// names that only the translation has.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "simulator/simcc/tokens/diagnostic.hpp"
#include "simulator/simcc/translator/translation.hpp"

namespace cusim::simcc {

/// `own_headers`: notes about files below this folder are left out.
std::string present_messages(std::string_view compiler_output,
                             const std::vector<KernelPlace>& kernels, std::string_view own_headers);

/// "file:12: error: …" and the line itself, in the compiler's format.
std::string present(const Diagnostic& diagnostic);

}  // namespace cusim::simcc
