// A file's bytes in one piece.
#pragma once

#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <string>

namespace kit_io {

/// Nothing where there is no such file, or it is a folder or may not be read.
inline std::optional<std::string> read_whole(const std::filesystem::path& file) {
    std::error_code ignored;
    std::ifstream in(file, std::ios::binary);
    if (!in || std::filesystem::is_directory(file, ignored)) return std::nullopt;
    return std::string(std::istreambuf_iterator<char>(in), {});
}

}  // namespace kit_io
