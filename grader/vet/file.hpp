// Takes one file from a submission: its bytes at one moment, or one line that says why they cannot
// be compiled as text. source.hpp checks the content.
#pragma once

#include <cstddef>
#include <filesystem>
#include <stdexcept>
#include <string>

namespace grader::vet {

/// Why a file is not taken, in one line that begins with its name.
struct FileError : std::runtime_error {
    using std::runtime_error::runtime_error;
};

inline constexpr std::size_t max_source_bytes = 1 << 20;

/// Reads `folder`/`name` as UTF-8 with '\n' line ends; Latin-1 and other line ends are converted.
/// Throws FileError if it is missing, a link or in a linked folder, not a regular file, empty,
/// longer than `max_source_bytes`, UTF-16, or contains a NUL.
std::string take_source(const std::filesystem::path& folder, const std::string& name);

}  // namespace grader::vet
