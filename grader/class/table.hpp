// A table as CSV (RFC 4180), as learning systems write it, and as spreadsheet programs leave it:
// with semicolons or tabs in place of commas, in UTF-16 or in Windows-1252. Reading and writing
// preserves cells, separators, byte order mark and line ends; the result is UTF-8. Uses libcsv for
// reading, and iconv.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace grader::classes {

using Row = std::vector<std::string>;

struct Table : std::vector<Row> {
    using vector::vector;
    // Begins with a byte order mark, which belongs to no cell. So does what was not UTF-8: the mark
    // then tells spreadsheet programs that it is now.
    bool marked = false;
    char separator = ',';
    std::string line_end = "\n";
};

/// Rows of cells, including spaces. The separator is the one of comma, semicolon and tab that is
/// most frequent in the first line. Throws ClassError if the file cannot be read or a quote is not
/// closed.
Table read_table(const std::filesystem::path& file);
Table parse_table(std::string_view text, const std::string& name);

/// Cells are quoted where necessary, and otherwise unchanged: for programs, not for spreadsheets.
std::string text_of(const Table& table);

}  // namespace grader::classes
