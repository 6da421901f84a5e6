// Writes files in OUT. A file is written completely, or stays as it was. No cell of a table can be
// interpreted as a formula.
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <string_view>

namespace grader::classes {

/// Throws ClassError.
void write_whole(const std::filesystem::path& file, std::string_view text);

/// A line of CSV: quoted where necessary, without control characters, and with an apostrophe before
/// text that a spreadsheet would evaluate.
std::string csv_line(std::span<const std::string> cells);

}  // namespace grader::classes
