// What goes into a translation and what comes out, beside the text.
#pragma once

#include <string>
#include <vector>

#include "simulator/simcc/diagnostic.hpp"

namespace cusim::simcc {

/// Where a kernel's definition stands.
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
    /// new or delete in device code, which the runtime must answer.
    bool allocates_on_device = false;

    bool refused() const;
};

struct TranslationOptions {
    std::string file_name;    ///< of the lines before any line marker
    std::string own_headers;  ///< files below this folder are the simulator's: never refused
    bool separate_device_code = false;  ///< -rdc=true: __device__ variables have external linkage
    bool relaxed_constexpr = false;     ///< device code may call the host's constexpr functions
    bool debugger = false;              ///< -G: each kernel asks at its beginning whether to stop
    bool module = false;                ///< -shared: kernels are found by their names
};

}  // namespace cusim::simcc
