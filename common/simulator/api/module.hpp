// Kernels that a running program loads: shared objects made by simcc -shared, loaded at the
// addresses for which they were linked, and the queries that a driver API needs. For programs that
// use the runtime (common/python/); CUDA's runtime API has no modules.
#pragma once

#include <cstddef>
#include <filesystem>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "cusim/driver_types.hpp"
#include "cusim/translated.hpp"
#include "simulator/memory/layout.hpp"

namespace cusim::api {

class ModuleError : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

/// Another module occupies the address for which this one was linked; it can be linked for another
/// one.
class AddressTaken : public ModuleError {
  public:
    using ModuleError::ModuleError;
};

class Module {
  public:
    /// Loads the file permanently. Throws ModuleError if it is no module.
    explicit Module(const std::filesystem::path& file);

    /// The address of a kernel's function, by symbol name; nullptr if there is none.
    const void* kernel(const std::string& name) const;
    /// The region of a __device__, __constant__ or __managed__ variable; of size 0 if there is
    /// none.
    memory::Region variable(const std::string& name) const;

  private:
    void* handle_ = nullptr;
    memory::Region region_{0, 0};
};

/// A parameter of a kernel: its offset in the block of all parameters, its size, and its name,
/// which may be empty.
struct ParameterPlace {
    std::size_t offset, size;
    std::string name;
};
std::vector<ParameterPlace> parameters_of(const void* kernel);
/// As in reports; empty if there is no such kernel.
std::string name_of_kernel(const void* kernel);

}  // namespace cusim::api
