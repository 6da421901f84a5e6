#include "class/learning_system.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>

#include "class/files.hpp"
#include "class/letters.hpp"
#include "class/names.hpp"

namespace grader::classes {
namespace {

/// The words of a name in lower case, sorted, so that "Lovelace, Ada" equals "Ada Lovelace".
std::vector<std::string> words_of(std::string_view name) {
    std::vector<std::string> words(1);
    for (const char c : folded(name)) {
        if (c == ' ' || c == ',' || c == '\t') {
            if (!words.back().empty()) words.emplace_back();
        } else {
            words.back() += c;
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

/// The number that a download appends to a name: 123 for "Ada Lovelace_123".
std::string_view number_behind(std::string_view student) {
    const auto number = number_in(student);
    const bool behind =
        number.size() < student.size() && student[student.size() - number.size() - 1] == '_';
    return behind ? number : std::string_view();
}

bool same_id(std::string_view student, const Person& person, std::string_view id) {
    if (id.empty()) return false;
    if (!person.id.empty()) return person.id == id || person.id == number_in(id);
    const auto number = number_in(id);
    return !number.empty() && number_behind(student) == number;
}

bool same_name(std::string_view student, std::string_view id, std::string_view name) {
    const auto own = number_behind(student), other = number_in(id);
    if (!own.empty() && !other.empty() && own != other) return false;  // another one of that name
    if (!own.empty()) student.remove_suffix(own.size() + 1);
    return words_of(student) == words_of(name);
}

/// A table with named columns, in any order and capitalisation.
class Columns {
  public:
    Columns(const Table& table, const char* what) : what_(what) {
        if (table.empty()) throw ClassError(fmt::format("this is not a {}: it is empty", what));
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
            throw ClassError(fmt::format(
                "this is not a {}: it has no column '{}', and begins with {}. The names are in "
                "English if your account's language is",
                what_, name, first_names()));
        return *found;
    }

  private:
    std::string first_names() const {
        constexpr std::size_t most = 4;
        std::string names;
        for (std::size_t i = 0; i < std::min(most, head_.size()); ++i)
            names += fmt::format("{}'{}'", i == 0 ? "" : ", ", head_[i]);
        return names;
    }

    const char* what_;
    Row head_;
};

/// An empty table with the format of `given`.
Table like(const Table& given) {
    Table table;
    table.marked = given.marked;
    table.separator = given.separator;
    table.line_end = given.line_end;
    return table;
}

const std::string& cell(const Row& row, std::size_t column) {
    static const std::string nothing;
    return column < row.size() ? row[column] : nothing;
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

/// The student whom a row means, and whether a number identifies the student.
struct Meant {
    std::string student;  // empty: nobody, or more than one
    bool by_number = false;
};

Meant meant_by(std::string_view id, std::string_view name, const Course& course,
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
    if (!found.empty()) return {std::move(found), true};
    return {only([&](const auto& student) {
        return course.person(student).id.empty() && same_name(student, id, name);
    })};
}

/// Finds the students of a table's rows, and records which are missing. If several rows mean the
/// same student, the one with the number counts; without a number, none does.
class Rows {
  public:
    Rows(const Course& course, const Totals& totals)
        : course_(course), totals_(totals), students_(names_of(totals)) {}

    void add(std::size_t row, std::string_view id, const std::string& name) {
        names_[row] = name;
        const auto meant = meant_by(trimmed(id), name, course_, students_);
        if (!meant.student.empty()) claims_[meant.student][meant.by_number].push_back(row);
    }
    /// To be called after all rows have been added: the totals of the rows that belong to a
    /// student.
    std::map<std::size_t, const Total*> find(Filled& filled) const {
        std::map<std::size_t, const Total*> found;
        for (const auto& student : students_) {
            const auto claim = claims_.find(student);
            const auto row = claim == claims_.end() ? std::nullopt : only_row(claim->second);
            if (row)
                found[*row] = &totals_.at(student);
            else
                filled.not_there.push_back(student);
        }
        for (const auto& [row, name] : names_)
            if (!found.contains(row)) filled.no_marks.push_back(name);
        return found;
    }

  private:
    using Claims = std::map<bool, std::vector<std::size_t>>;  // rows; true: identified by a number

    static std::optional<std::size_t> only_row(const Claims& claims) {
        const auto& best = claims.rbegin()->second;
        return best.size() == 1 ? std::optional(best.front()) : std::nullopt;
    }

    const Course& course_;
    const Totals& totals_;
    const std::vector<std::string> students_;
    std::map<std::size_t, std::string> names_;
    std::map<std::string, Claims> claims_;
};

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

std::string student_meant(std::string_view id, std::string_view name, const Course& course,
                          std::span<const std::string> students) {
    return meant_by(id, name, course, students).student;
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
    for (std::size_t i = 1; i < gradebook.size(); ++i) {
        if (!trimmed(cell(gradebook[i], id)).empty())
            rows.add(i, cell(gradebook[i], id), cell(gradebook[i], name));
        else if (trimmed(cell(gradebook[i], name)) == "Points Possible")
            for (auto& lab : labs)
                lab.possible = most_in(gradebook, i, lab.at, "number of points possible");
    }
    const auto found = rows.find(filled);
    Table out = like(gradebook);
    for (std::size_t i = 0; i < gradebook.size(); ++i) {
        const auto& row = gradebook[i];
        const auto total = found.find(i);
        Row& cells = out.emplace_back();
        for (const auto at : who) cells.push_back(cell(row, at));
        for (const auto& lab : labs)
            cells.push_back(grade_or(cell(row, lab.at),
                                     total == found.end() ? nullptr : total->second, lab.slug,
                                     lab.possible));
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
    Rows rows(course, totals);
    for (std::size_t i = 1; i < worksheet.size(); ++i)
        rows.add(i, cell(worksheet[i], id), cell(worksheet[i], name));
    Table out = worksheet;
    for (const auto& [i, total] : rows.find(filled)) {
        out[i].resize(std::max(out[i].size(), at + 1));
        out[i][at] = grade_or(out[i][at], total, lab, most_in(worksheet, i, most, "maximum grade"));
    }
    filled.text = text_of(out);
    return filled;
}

}  // namespace grader::classes
