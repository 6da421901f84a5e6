#include "class/learning_system.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <optional>
#include <set>

#include "class/files.hpp"
#include "class/names.hpp"
#include "class/output.hpp"

namespace grader::classes {
namespace {

using Row = std::vector<std::string>;

/// Words in lower case, sorted: "Lovelace, Ada" is "Ada Lovelace".
std::vector<std::string> words_of(std::string_view name) {
    std::vector<std::string> words(1);
    for (const char c : name) {
        if (c == ' ' || c == ',' || c == '\t') {
            if (!words.back().empty()) words.emplace_back();
        } else {
            words.back() += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
        }
    }
    if (words.back().empty()) words.pop_back();
    std::ranges::sort(words);
    return words;
}

std::string_view trimmed(std::string_view text) {
    while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
    while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
    return text;
}

/// "Participant 123" is 123.
std::string_view number_in(std::string_view id) {
    const auto at = id.find_last_not_of("0123456789");
    return at == id.npos ? id : id.substr(at + 1);
}

bool same_id(std::string_view student, const Person& person, std::string_view id) {
    if (id.empty()) return false;
    if (!person.id.empty()) return person.id == id || person.id == number_in(id);
    const auto at = student.rfind('_');
    const auto number = number_in(id);
    return at != student.npos && !number.empty() && student.substr(at + 1) == number;
}

std::string_view without_id(std::string_view student) {
    const auto at = student.rfind('_');
    if (at == student.npos || at + 1 == student.size() || !number_in(student).size())
        return student;
    return number_in(student).size() == student.size() - at - 1 ? student.substr(0, at) : student;
}

/// A table with named columns, whatever their order and capitals.
class Columns {
  public:
    Columns(const Table& table, const char* what) : what_(what) {
        if (table.empty()) throw ClassError(fmt::format("this is no {}: it is empty", what));
        head_ = table.front();
    }
    std::optional<std::size_t> find(std::string_view name) const {
        for (std::size_t i = 0; i < head_.size(); ++i)
            if (words_of(head_[i]) == words_of(name)) return i;
        return std::nullopt;
    }
    std::size_t expect(std::string_view name) const {
        const auto found = find(name);
        if (!found)
            throw ClassError(fmt::format("this is no {}: it has no column '{}'", what_, name));
        return *found;
    }

  private:
    const char* what_;
    Row head_;
};

const std::string& cell(const Row& row, std::size_t column) {
    static const std::string nothing;
    return column < row.size() ? row[column] : nothing;
}

std::optional<double> number(std::string_view text) {
    text = trimmed(text);
    double value = 0;
    const auto end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, value);
    if (error != std::errc() || stop != end || !std::isfinite(value)) return std::nullopt;
    return value;
}

/// Two digits behind the point at most, and no trailing zeros.
std::string grade(double points, double most) {
    auto text = fmt::format("{:.2f}", points * most / 100);
    text.erase(text.find_last_not_of('0') + 1);
    if (text.back() == '.') text.pop_back();
    return text;
}

/// What stands there stays where nothing was handed in.
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

/// Finds the students of a table's rows, and keeps account of whom it has not found.
class Rows {
  public:
    Rows(const Course& course, const Totals& totals)
        : course_(course), totals_(totals), students_(names_of(totals)) {}

    const Total* find(std::string_view id, const std::string& name, Filled& filled) {
        const auto student = student_meant(id, name, course_, students_);
        if (student.empty()) {
            filled.no_marks.push_back(name);
            return nullptr;
        }
        found_.insert(student);
        return &totals_.at(student);
    }
    void finish(Filled& filled) const {
        for (const auto& student : students_)
            if (!found_.contains(student)) filled.not_there.push_back(student);
    }

  private:
    const Course& course_;
    const Totals& totals_;
    const std::vector<std::string> students_;
    std::set<std::string> found_;
};

/// A lab's column of a Canvas gradebook.
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

/// Canvas puts the assignment's number behind its name: "Lab 4 (8756)".
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

std::string student_meant(std::string_view id, std::string_view name, const Course& course,
                          std::span<const std::string> students) {
    const auto only = [&](const auto& matches) {
        std::string found;
        for (const auto& student : students) {
            if (!matches(student)) continue;
            if (!found.empty()) return std::string();
            found = student;
        }
        return found;
    };
    auto found =
        only([&](const auto& student) { return same_id(student, course.person(student), id); });
    if (found.empty())
        found = only([&](const auto& student) {
            return course.person(student).id.empty() &&
                   words_of(without_id(student)) == words_of(name);
        });
    return found;
}

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
    Rows rows(course, totals);
    for (std::size_t i = 0; i < gradebook.size(); ++i) {
        const auto& row = gradebook[i];
        const bool person = i > 0 && !trimmed(cell(row, id)).empty();
        const auto* total =
            person ? rows.find(trimmed(cell(row, id)), cell(row, name), filled) : nullptr;
        if (!person && i > 0 && trimmed(cell(row, name)) == "Points Possible")
            for (auto& lab : labs) lab.possible = number(cell(row, lab.at)).value_or(100);
        Row out;
        for (const auto at : who) out.push_back(cell(row, at));
        for (const auto& lab : labs)
            out.push_back(grade_or(cell(row, lab.at), total, lab.slug, lab.possible));
        filled.text += csv_line(out);
    }
    rows.finish(filled);
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
    Rows rows(course, totals);
    filled.text = csv_line(worksheet.front());
    for (std::size_t i = 1; i < worksheet.size(); ++i) {
        auto row = worksheet[i];
        if (const auto* total = rows.find(cell(row, id), cell(row, name), filled)) {
            row.resize(std::max(row.size(), at + 1));
            row[at] = grade_or(row[at], total, lab, number(cell(row, most)).value_or(100));
        }
        filled.text += csv_line(row);
    }
    rows.finish(filled);
    return filled;
}

}  // namespace grader::classes
