// A table as CSV (RFC 4180), as learning systems write it. Promises that what is read and written
// again has the same cells, mark and line ends. Reading is libcsv's.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace grader::classes {

using Row = std::vector<std::string>;

struct Table : std::vector<Row> {
    using vector::vector;
    bool marked = false;  // begins with a byte order mark, which is no cell's
    std::string line_end = "\n";
};

/// Rows with their cells, spaces included. Throws ClassError where the file cannot be read or a
/// quote is not closed.
Table read_table(const std::filesystem::path& file);
Table parse_table(std::string_view text, const std::string& name);

/// Cells are quoted where they must be, and not changed: for a program, not for a spreadsheet.
std::string text_of(const Table& table);

}  // namespace grader::classes
