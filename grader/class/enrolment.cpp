#include "class/enrolment.hpp"

#include "class/rows.hpp"

namespace grader::classes {

const std::string& name_of(const Enrolment& enrolment, const std::string& student) {
    const auto found = enrolment.names.find(student);
    return found == enrolment.names.end() ? student : found->second;
}

Enrolment enrolment_of(const Course& course, const std::vector<std::string>& students) {
    if (course.roster.empty()) return {};
    Rows rows(course, students);
    for (std::size_t i = 0; i < course.roster.size(); ++i)
        rows.add(i, course.roster[i].id, course.roster[i].name);
    auto found = rows.find();
    Enrolment enrolment;
    for (const auto& [row, student] : found.students)
        enrolment.names[student] = course.roster[row].name;
    enrolment.absent = std::move(found.unknown);
    enrolment.strangers = std::move(found.not_there);
    return enrolment;
}

}  // namespace grader::classes
