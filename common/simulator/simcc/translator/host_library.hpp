// Parts of the C and C++ libraries and of CUDA's runtime that exist on the host only, as a kernel
// may name them.
//
// Guarantee to the search for uses of the wrong side: nvcc refuses everything recognised here in
// a __global__ or __device__ function. Only what kernels often use is recognised, by its spelling;
// the compiler handles the rest.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "simulator/simcc/translator/passes.hpp"

namespace cusim::simcc {

struct HostLibraryUse {
    std::string what;     ///< "std::max"
    std::string instead;  ///< what to use on the device
};

/// A class of namespace std whose objects only the host can use.
bool is_host_container(std::string_view name);

/// What to use on the device instead of a class of namespace std.
std::string instead_of_class(std::string_view name);

/// The library name at `i`. With `bare_names`, names without std:: are recognised, too; they may be
/// the user's own.
std::optional<HostLibraryUse> host_library_use(const Context& context, std::size_t i,
                                               bool bare_names);

}  // namespace cusim::simcc
