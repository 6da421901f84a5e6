// A table as CSV (RFC 4180), as learning systems write it. Reading is libcsv's.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace grader::classes {

using Table = std::vector<std::vector<std::string>>;

/// Rows with their cells; a byte order mark is not part of the first one. Throws ClassError where
/// the file cannot be read or a quote is not closed.
Table read_table(const std::filesystem::path& file);
Table parse_table(std::string_view text, const std::string& name);

}  // namespace grader::classes
