// Taking one file out of a submission. Promises its bytes as they were at one moment, or one line
// saying why they cannot be text to compile; leaves their meaning to source.hpp.
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

/// Reads `folder`/`name`, as UTF-8 with lines that end in '\n': Latin-1 is converted, and so are
/// other line ends. Throws FileError when it is missing, a link or in a folder that is one, no
/// regular file, empty, longer than `max_source_bytes`, UTF-16, or holds a NUL.
std::string take_source(const std::filesystem::path& folder, const std::string& name);

}  // namespace grader::vet
