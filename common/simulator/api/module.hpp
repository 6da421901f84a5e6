// Kernels that come while the program runs: shared objects that simcc -shared has made, loaded at
// the addresses they were linked for, and what a driver's API asks of them. For programs in front
// of the runtime (common/python/); CUDA's runtime API itself knows no modules.
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

/// Another module lies where this one was linked for: it can be linked for elsewhere.
class AddressTaken : public ModuleError {
  public:
    using ModuleError::ModuleError;
};

class Module {
  public:
    /// Loads the file, for good. Throws ModuleError where it is no module.
    explicit Module(const std::filesystem::path& file);

    /// The address of a kernel's function, by the name of its symbol; nullptr where there is none.
    const void* kernel(const std::string& name) const;
    /// A __device__, __constant__ or __managed__ variable; of size 0 where there is none.
    memory::Region variable(const std::string& name) const;

  private:
    void* handle_ = nullptr;
    memory::Region region_{0, 0};
};

/// What a kernel takes: where each parameter lies in a piece that holds them all, its size and its
/// name, which may be empty.
struct ParameterPlace {
    std::size_t offset, size;
    std::string name;
};
std::vector<ParameterPlace> parameters_of(const void* kernel);

}  // namespace cusim::api
