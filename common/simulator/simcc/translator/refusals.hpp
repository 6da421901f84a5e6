// The CUDA names that the simulator refuses, for tools that read a source before it is translated.
#pragma once

#include <string>
#include <string_view>

namespace cusim::simcc {

/// Why the name is refused, in the translator's words; empty if it is not.
std::string refusal_of(std::string_view name);

}  // namespace cusim::simcc
