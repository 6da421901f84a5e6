// The input and the results of a translation, beside the text.
#pragma once

#include <string>
#include <vector>

#include "simulator/simcc/tokens/diagnostic.hpp"

namespace cusim::simcc {

/// The place of a kernel's definition.
struct KernelPlace {
    std::string name;
    std::string file;
    unsigned first_line = 0;
    unsigned last_line = 0;
};

struct Translation {
    std::string text;
    std::vector<KernelPlace> kernels;
    Diagnostics diagnostics;

    bool refused() const;
};

struct TranslationOptions {
    std::string file_name;    ///< of the lines before the first line marker
    std::string own_headers;  ///< files below this folder are the simulator's, and never refused
    /// -rdc=true: __device__ variables have external linkage, and kernels may launch kernels.
    bool separate_device_code = false;
    bool relaxed_constexpr = false;  ///< device code may call constexpr functions of the host
    bool debugger = false;           ///< -G: each kernel tests at its beginning whether to stop
    bool module = false;             ///< -shared: kernels are found by name
};

}  // namespace cusim::simcc
