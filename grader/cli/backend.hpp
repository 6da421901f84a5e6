// Which backend a run uses, and why.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "build/build.hpp"

namespace grader::cli {

struct BackendChoice {
    build::Backend backend;
    std::string device;  // "h100", or the name the driver gives it
    std::string why;     // one line, for the student
};

/// Nothing where there is no such program that may be run.
std::optional<std::filesystem::path> find_on_path(const std::string& program);

/// "sim", "cuda"
std::string name_of(build::Backend backend);

/// `wanted` is "auto", "sim" or "cuda". "auto" takes cuda where nvcc and a working device are
/// there. Throws lab::LabError where "cuda" was asked for and cannot be had.
BackendChoice choose_backend(const std::string& wanted);

/// What the first device's memory can move by its clock and width: bytes a microsecond; 0 where
/// none answers.
double memory_rate();

}  // namespace grader::cli
