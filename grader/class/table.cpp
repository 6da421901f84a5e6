#include "class/table.hpp"

#include <csv.h>

#include <fstream>
#include <iterator>

#include "class/files.hpp"

namespace grader::classes {
namespace {

struct Building {
    Table table;
    std::vector<std::string> row;
};

void end_cell(void* bytes, std::size_t count, void* building) {
    static_cast<Building*>(building)->row.emplace_back(static_cast<const char*>(bytes), count);
}

void end_row(int, void* building) {
    auto& made = *static_cast<Building*>(building);
    made.table.push_back(std::move(made.row));
    made.row.clear();
}

}  // namespace

Table parse_table(std::string_view text, const std::string& name) {
    if (text.starts_with("\xef\xbb\xbf")) text.remove_prefix(3);
    csv_parser parser;
    if (csv_init(&parser, CSV_STRICT | CSV_STRICT_FINI) != 0) throw std::bad_alloc();
    Building made;
    const bool whole =
        csv_parse(&parser, text.data(), text.size(), end_cell, end_row, &made) == text.size() &&
        csv_fini(&parser, end_cell, end_row, &made) == 0;
    const std::string reason = whole ? "" : csv_strerror(csv_error(&parser));
    csv_free(&parser);
    if (!whole)
        throw ClassError(name + " is no table: " + reason + " in row " +
                         std::to_string(made.table.size() + 1));
    return std::move(made.table);
}

Table read_table(const std::filesystem::path& file) {
    std::ifstream in(file, std::ios::binary);
    if (!std::filesystem::is_regular_file(file) || !in)
        throw ClassError("there is no file " + file.string());
    const std::string text{std::istreambuf_iterator<char>(in), {}};
    return parse_table(text, file.string());
}

}  // namespace grader::classes
