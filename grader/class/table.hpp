// A table as CSV (RFC 4180), as learning systems write it. Reading and writing preserves cells,
// byte order mark and line ends. Uses libcsv for reading.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace grader::classes {

using Row = std::vector<std::string>;

struct Table : std::vector<Row> {
    using vector::vector;
    bool marked = false;  // begins with a byte order mark, which belongs to no cell
    std::string line_end = "\n";
};

/// Rows of cells, including spaces. Throws ClassError if the file cannot be read or a quote is not
/// closed.
Table read_table(const std::filesystem::path& file);
Table parse_table(std::string_view text, const std::string& name);

/// Cells are quoted where necessary, and otherwise unchanged: for programs, not for spreadsheets.
std::string text_of(const Table& table);

}  // namespace grader::classes
