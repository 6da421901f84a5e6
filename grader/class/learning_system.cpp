#include "class/learning_system.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>

#include "class/columns.hpp"
#include "class/files.hpp"
#include "class/names.hpp"
#include "class/rows.hpp"

namespace grader::classes {
namespace {

/// An empty table with the format of `given`.
Table like(const Table& given) {
    Table table;
    table.marked = given.marked;
    table.separator = given.separator;
    table.line_end = given.line_end;
    return table;
}

/// Accepts a decimal point or comma. "1,000" is rejected, since it may mean a thousand.
std::optional<double> number(std::string text) {
    if (const auto comma = text.find(','); comma != text.npos && text.size() - comma != 4)
        text[comma] = '.';
    double value = 0;
    const char* const end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, value);
    if (error != std::errc() || stop != end || !std::isfinite(value)) return std::nullopt;
    return value;
}

/// The maximum in row `i`; 100 if the cell is empty.
double most_in(const Table& table, std::size_t i, std::size_t column, const char* what) {
    const auto text = trimmed(cell(table[i], column));
    if (text.empty()) return 100;
    const auto value = number(std::string(text));
    if (!value || *value < 0)
        throw ClassError(fmt::format("row {}: '{}' is not a {}", i + 1, text, what));
    return *value;
}

/// At most two decimal places, without trailing zeros.
std::string grade(double points, double most) {
    auto text = fmt::format("{:.2f}", points * most / 100);
    text.erase(text.find_last_not_of('0') + 1);
    if (text.back() == '.') text.pop_back();
    return text;
}

/// The cell keeps its content if nothing was handed in.
std::string grade_or(const std::string& there, const Total* total, const std::string& lab,
                     double most) {
    if (!total) return there;
    const auto& mark = total->labs.at(lab);
    return mark.handed_in || mark.decided ? grade(mark.points, most) : there;
}

std::vector<std::string> names_of(const Totals& totals) {
    std::vector<std::string> names;
    for (const auto& [name, total] : totals) names.push_back(name);
    return names;
}

/// By row. Records who is missing on one of the two sides.
std::map<std::size_t, std::string> students_in(const Rows& rows, Filled& filled) {
    auto found = rows.find();
    filled.not_there = std::move(found.not_there);
    filled.no_marks = std::move(found.unknown);
    return std::move(found.students);
}

/// The column of a lab in a Canvas gradebook.
struct LabColumn {
    std::size_t at;
    std::string slug;
    double possible = 100;
};

std::vector<std::string> slugs_of(const Course& course) {
    std::vector<std::string> slugs;
    for (const auto& [slug, lab] : course.labs) slugs.push_back(slug);
    return slugs;
}

/// Canvas appends the assignment's number to its name: "Lab 4 (8756)".
std::string_view assignment(std::string_view head) {
    const auto at = head.rfind(" (");
    return at != head.npos && head.ends_with(')') ? head.substr(0, at) : head;
}

std::vector<LabColumn> lab_columns(const Row& head, const Course& course) {
    const auto slugs = slugs_of(course);
    std::vector<LabColumn> columns;
    for (std::size_t i = 0; i < head.size(); ++i) {
        if (assignment(head[i]) == head[i]) continue;  // no assignment: "Section", "Final Score"
        const auto slug = lab_meant(assignment(head[i]), slugs);
        if (!slug) continue;
        if (const auto other = std::ranges::find(columns, *slug, &LabColumn::slug);
            other != columns.end())
            throw ClassError(fmt::format("both '{}' and '{}' are columns of lab {}",
                                         head[other->at], head[i], *slug));
        columns.push_back({i, *slug});
    }
    if (columns.empty()) throw ClassError("no column of the gradebook speaks of a lab");
    return columns;
}

}  // namespace

Filled fill_canvas(const Table& gradebook, const Course& course, const Totals& totals) {
    const Columns columns(gradebook, "gradebook of Canvas");
    const auto name = columns.expect("Student"), id = columns.expect("ID");
    std::vector<std::size_t> who;
    for (const char* known :
         {"Student", "ID", "SIS User ID", "SIS Login ID", "Integration ID", "Section"})
        if (const auto at = columns.find(known)) who.push_back(*at);
    auto labs = lab_columns(gradebook.front(), course);
    Filled filled;
    for (const auto& lab : labs)
        filled.columns.push_back(fmt::format("{} is {}", gradebook.front()[lab.at], lab.slug));
    Rows rows(course, names_of(totals));
    for (std::size_t i = 1; i < gradebook.size(); ++i) {
        if (!trimmed(cell(gradebook[i], id)).empty())
            rows.add(i, cell(gradebook[i], id), cell(gradebook[i], name));
        else if (trimmed(cell(gradebook[i], name)) == "Points Possible")
            for (auto& lab : labs)
                lab.possible = most_in(gradebook, i, lab.at, "number of points possible");
    }
    const auto found = students_in(rows, filled);
    Table out = like(gradebook);
    for (std::size_t i = 0; i < gradebook.size(); ++i) {
        const auto& row = gradebook[i];
        const auto student = found.find(i);
        Row& cells = out.emplace_back();
        for (const auto at : who) cells.push_back(cell(row, at));
        for (const auto& lab : labs)
            cells.push_back(grade_or(cell(row, lab.at),
                                     student == found.end() ? nullptr : &totals.at(student->second),
                                     lab.slug, lab.possible));
    }
    filled.text = text_of(out);
    return filled;
}

Filled fill_moodle(const Table& worksheet, const std::string& lab, const Course& course,
                   const Totals& totals) {
    const Columns columns(worksheet, "grading worksheet of Moodle");
    const auto id = columns.expect("Identifier"), name = columns.expect("Full name");
    const auto at = columns.expect("Grade"), most = columns.expect("Maximum Grade");
    if (!course.labs.contains(lab)) throw ClassError("course.toml does not count " + lab);
    Filled filled;
    filled.columns.push_back("Grade is " + lab);
    Rows rows(course, names_of(totals));
    for (std::size_t i = 1; i < worksheet.size(); ++i)
        rows.add(i, cell(worksheet[i], id), cell(worksheet[i], name));
    Table out = worksheet;
    for (const auto& [i, student] : students_in(rows, filled)) {
        out[i].resize(std::max(out[i].size(), at + 1));
        out[i][at] = grade_or(out[i][at], &totals.at(student), lab,
                              most_in(worksheet, i, most, "maximum grade"));
    }
    filled.text = text_of(out);
    return filled;
}

}  // namespace grader::classes
