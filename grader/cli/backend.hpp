// Which backend a run uses, and why.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "build/build.hpp"

namespace grader::cli {

struct BackendChoice {
    build::Backend backend;
    std::string device;  // "h100", or the name given by the driver
    std::string why;     // one line, for the student
};

/// Returns nothing if there is no such executable program.
std::optional<std::filesystem::path> find_on_path(const std::string& program);

/// "sim" or "cuda".
std::string name_of(build::Backend backend);

/// `wanted`: "auto", "sim" or "cuda". "auto" chooses cuda if nvcc and a working device are present.
/// Throws lab::LabError if "cuda" was requested and is not available.
BackendChoice choose_backend(const std::string& wanted);

/// The memory bandwidth of the first device, from clock and bus width, in bytes per microsecond; 0
/// if there is no device.
double memory_rate();

/// The devices that this process sees and that have the name of the first one, as
/// CUDA_VISIBLE_DEVICES names them: "0", or "GPU-1d2f…". Empty if there is none.
std::vector<std::string> visible_devices();

/// The file that is locked while times are compared on this device.
std::filesystem::path device_lock(const lab::Kit& kit, const std::string& device);

}  // namespace grader::cli
