// Reads source files. No stream of the C++ library does it: those take their buffers from the
// program's heap, which a wrong program may have destroyed by the time of the report.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>

namespace cusim::report {

/// At most the first `most` bytes; empty where there is no such file.
std::string text_of_file(const std::filesystem::path& path, std::size_t most);

}  // namespace cusim::report
