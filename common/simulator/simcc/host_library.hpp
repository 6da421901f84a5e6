// The parts of the C and C++ libraries that exist on the host only, as a kernel may name them.
//
// Promises the search for calls from the wrong side that nvcc refuses all it recognises here, as
// code of a __global__ or __device__ function. It recognises what kernels are often written with,
// by its spelling; the rest of the libraries is left to the compiler.
#pragma once

#include <optional>
#include <string>

#include "simulator/simcc/passes.hpp"

namespace cusim::simcc {

struct HostLibraryUse {
    std::string what;     ///< "std::max"
    std::string instead;  ///< what to do on the device
};

/// What the tokens at `i` name. A bare name is one only if `bare_names`: it may be the user's own.
std::optional<HostLibraryUse> host_library_use(const Context& context, std::size_t i,
                                               bool bare_names);

}  // namespace cusim::simcc
