// Files in OUT, and text in them. Promises that a file is there whole or as it was before, and that
// no cell of a table is taken for a formula.
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <string_view>

namespace grader::classes {

/// Throws ClassError.
void write_whole(const std::filesystem::path& file, std::string_view text);

/// A line of CSV: quoted where it must be, without control characters, and with an apostrophe
/// before what a spreadsheet would calculate.
std::string csv_line(std::span<const std::string> cells);

}  // namespace grader::classes
