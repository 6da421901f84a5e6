// CUDA code in a student's Python.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace grader::build {

/// A module, linked for the address `base`, which the lab's program loads. `defines`: options for
/// the compiler, such as "-DN=16".
struct ModuleText {
    std::string name;  // of the file that contains it
    std::string text;
    std::vector<std::string> defines;
    std::uint64_t base = 0;
};

}  // namespace grader::build
