#include "class/rows.hpp"

#include "class/columns.hpp"

namespace grader::classes {
namespace {

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
    return words_of_name(student) == words_of_name(name);
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

}  // namespace

std::string student_meant(std::string_view id, std::string_view name, const Course& course,
                          std::span<const std::string> students) {
    return meant_by(id, name, course, students).student;
}

void Rows::add(std::size_t row, std::string_view id, const std::string& name) {
    names_[row] = name;
    const auto meant = meant_by(trimmed(id), name, course_, students_);
    if (!meant.student.empty()) claims_[meant.student][meant.by_number].push_back(row);
}

Rows::Found Rows::find() const {
    Found found;
    for (const auto& student : students_) {
        const auto claim = claims_.find(student);
        const auto* const rows = claim == claims_.end() ? nullptr : &claim->second.rbegin()->second;
        if (rows && rows->size() == 1)
            found.students[rows->front()] = student;
        else
            found.not_there.push_back(student);
    }
    for (const auto& [row, name] : names_)
        if (!found.students.contains(row)) found.unknown.push_back(name);
    return found;
}

}  // namespace grader::classes
