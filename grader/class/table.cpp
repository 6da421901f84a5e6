#include "class/table.hpp"

#include <csv.h>
#include <fmt/format.h>
#include <iconv.h>

#include <algorithm>
#include <optional>

#include "class/files.hpp"
#include "whole_file.hpp"

namespace grader::classes {
namespace {

constexpr std::string_view utf8_mark = "\xef\xbb\xbf", utf16_little_mark = "\xff\xfe",
                           utf16_big_mark = "\xfe\xff";

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

/// Nothing if the text is not in the encoding `from`.
std::optional<std::string> to_utf8(std::string_view text, const char* from) {
    // In UTF-8, for a byte of Windows-1252; units of UTF-16 are longer.
    constexpr std::size_t most_bytes = 3;
    const iconv_t conversion = iconv_open("UTF-8", from);
    if (conversion == reinterpret_cast<iconv_t>(-1)) return std::nullopt;
    std::string utf8(most_bytes * text.size(), '\0');
    char *in = const_cast<char*>(text.data()), *out = utf8.data();
    std::size_t left = text.size(), room = utf8.size();
    const bool whole = iconv(conversion, &in, &left, &out, &room) != static_cast<std::size_t>(-1);
    iconv_close(conversion);
    if (!whole) return std::nullopt;
    utf8.resize(utf8.size() - room);
    return utf8;
}

struct Decoded {
    std::string text;  // in UTF-8, without a byte order mark
    bool marked;       // Table::marked
};

/// Throws ClassError if `text` begins with the mark of UTF-16 and is not UTF-16.
Decoded decoded(std::string_view text, const std::string& name) {
    for (const auto& [mark, encoding] :
         {std::pair{utf16_little_mark, "UTF-16LE"}, {utf16_big_mark, "UTF-16BE"}})
        if (text.starts_with(mark)) {
            auto utf8 = to_utf8(text.substr(mark.size()), encoding);
            if (!utf8)
                throw ClassError(
                    fmt::format("{} begins as {} and is not: save it as UTF-8", name, encoding));
            return {std::move(*utf8), true};
        }
    const bool marked = text.starts_with(utf8_mark);
    if (marked) text.remove_prefix(utf8_mark.size());
    if (to_utf8(text, "UTF-8")) return {std::string(text), marked};
    auto utf8 = to_utf8(text, "WINDOWS-1252");
    if (!utf8) throw ClassError(name + " is not text in UTF-8: save it as UTF-8");
    return {std::move(*utf8), true};
}

/// The most frequent one outside quotes in the first line.
char separator_of(std::string_view text) {
    std::string found;
    bool quoted = false;
    for (const char c : text) {
        if (c == '"') quoted = !quoted;
        if (quoted) continue;
        if (c == '\n') break;
        if (c == ',' || c == ';' || c == '\t') found += c;
    }
    return std::ranges::max({',', ';', '\t'}, {},
                            [&](char separator) { return std::ranges::count(found, separator); });
}

std::string quoted_where_needed(const std::string& cell, char separator) {
    if (cell.find_first_of("\"\r\n") == cell.npos && cell.find(separator) == cell.npos) return cell;
    std::string quoted = "\"";
    for (const char c : cell) quoted += c == '"' ? "\"\"" : std::string(1, c);
    return quoted + '"';
}

}  // namespace

Table parse_table(std::string_view bytes, const std::string& name) {
    Building made;
    const auto [text, marked] = decoded(bytes, name);
    made.table.marked = marked;
    made.table.separator = separator_of(text);
    if (const auto end = text.find('\n'); end != text.npos && end > 0 && text[end - 1] == '\r')
        made.table.line_end = "\r\n";
    csv_parser parser;
    if (csv_init(&parser, CSV_STRICT | CSV_STRICT_FINI) != 0) throw std::bad_alloc();
    csv_set_delim(&parser, static_cast<unsigned char>(made.table.separator));
    csv_set_space_func(&parser, is_no_space);
    const bool whole =
        csv_parse(&parser, text.data(), text.size(), end_cell, end_row, &made) == text.size() &&
        csv_fini(&parser, end_cell, end_row, &made) == 0;
    const std::string reason = whole ? "" : csv_strerror(csv_error(&parser));
    csv_free(&parser);
    if (!whole)
        throw ClassError(fmt::format("{} is not a table of cells between commas: {} in row {}",
                                     name, reason, made.table.size() + 1));
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
            text += (i ? std::string(1, table.separator) : "") +
                    quoted_where_needed(row[i], table.separator);
        text += table.line_end;
    }
    return text;
}

}  // namespace grader::classes
