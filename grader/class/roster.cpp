#include "class/roster.hpp"

#include <fmt/format.h>

#include <optional>

#include "class/columns.hpp"
#include "class/files.hpp"

namespace grader::classes {
namespace {

constexpr const char* what_it_is =
    "roster: the gradebook of Canvas, or the grading worksheet, participants or grades of Moodle";

/// Where a table has a student's name and the number that the system's downloads bear.
struct Places {
    std::optional<std::size_t> id, name, first, last;
};

Places places_in(const Table& table) {
    const Columns columns(table, what_it_is);
    if (const auto student = columns.find("Student"))
        return {columns.expect("ID"), student, std::nullopt, std::nullopt};
    if (const auto name = columns.find("Full name"))
        return {columns.find("Identifier"), name, std::nullopt, std::nullopt};
    // "ID number" is the university's, which no download bears.
    const auto first = columns.find("First name"), surname = columns.find("Surname");
    if (first && surname) return {std::nullopt, std::nullopt, first, surname};
    if (first) return {std::nullopt, std::nullopt, first, columns.expect("Last name")};
    columns.expect("Student");
    return {};
}

std::string name_in(const Row& row, const Places& places) {
    if (places.name) return std::string(trimmed(cell(row, *places.name)));
    return std::string(trimmed(
        fmt::format("{} {}", trimmed(cell(row, *places.first)), trimmed(cell(row, *places.last)))));
}

/// Canvas' rows of points possible and of posting have no number.
bool is_no_student(const Listed& listed, bool is_canvas) {
    return listed.name.empty() ||
           (is_canvas && (listed.id.empty() || listed.name == "Student, Test"));
}

}  // namespace

std::vector<Listed> roster_in(const Table& table) {
    const auto places = places_in(table);
    const bool is_canvas = Columns(table, what_it_is).find("Student").has_value();
    std::vector<Listed> roster;
    for (std::size_t i = 1; i < table.size(); ++i) {
        Listed listed{name_in(table[i], places),
                      places.id ? std::string(trimmed(cell(table[i], *places.id))) : ""};
        if (!is_no_student(listed, is_canvas)) roster.push_back(std::move(listed));
    }
    if (roster.empty()) throw ClassError("the roster has no student");
    return roster;
}

}  // namespace grader::classes
