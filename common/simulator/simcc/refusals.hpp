// The names of CUDA that the simulator refuses, for whoever reads a source before it is translated.
#pragma once

#include <string>
#include <string_view>

namespace cusim::simcc {

/// Why the name is refused, in the words of the translator; empty where it is not.
std::string refusal_of(std::string_view name);

}  // namespace cusim::simcc
