#include "class/table.hpp"

#include <csv.h>
#include <fmt/format.h>

#include "class/files.hpp"
#include "whole_file.hpp"

namespace grader::classes {
namespace {

constexpr std::string_view utf8_mark = "\xef\xbb\xbf";

struct Building {
    Table table;
    Row row;
};

void end_cell(void* bytes, std::size_t count, void* building) {
    static_cast<Building*>(building)->row.emplace_back(static_cast<const char*>(bytes), count);
}

void end_row(int, void* building) {
    auto& made = *static_cast<Building*>(building);
    made.table.push_back(std::move(made.row));
    made.row.clear();
}

int is_no_space(unsigned char) {
    return 0;
}

std::string quoted_where_needed(const std::string& cell) {
    if (cell.find_first_of(",\"\r\n") == cell.npos) return cell;
    std::string quoted = "\"";
    for (const char c : cell) quoted += c == '"' ? "\"\"" : std::string(1, c);
    return quoted + '"';
}

}  // namespace

Table parse_table(std::string_view text, const std::string& name) {
    Building made;
    made.table.marked = text.starts_with(utf8_mark);
    if (made.table.marked) text.remove_prefix(utf8_mark.size());
    if (const auto end = text.find('\n'); end != text.npos && end > 0 && text[end - 1] == '\r')
        made.table.line_end = "\r\n";
    csv_parser parser;
    if (csv_init(&parser, CSV_STRICT | CSV_STRICT_FINI) != 0) throw std::bad_alloc();
    csv_set_space_func(&parser, is_no_space);
    const bool whole =
        csv_parse(&parser, text.data(), text.size(), end_cell, end_row, &made) == text.size() &&
        csv_fini(&parser, end_cell, end_row, &made) == 0;
    const std::string reason = whole ? "" : csv_strerror(csv_error(&parser));
    csv_free(&parser);
    if (!whole)
        throw ClassError(
            fmt::format("{} is not a table of cells between commas in UTF-8: {} in row {}", name,
                        reason, made.table.size() + 1));
    return std::move(made.table);
}

Table read_table(const std::filesystem::path& file) {
    const auto text = kit_io::read_whole(file);
    if (!text) throw ClassError("there is no file " + file.string());
    return parse_table(*text, file.string());
}

std::string text_of(const Table& table) {
    std::string text(table.marked ? utf8_mark : "");
    for (const auto& row : table) {
        for (std::size_t i = 0; i < row.size(); ++i)
            text += (i ? "," : "") + quoted_where_needed(row[i]);
        text += table.line_end;
    }
    return text;
}

}  // namespace grader::classes
