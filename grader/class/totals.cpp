#include "class/totals.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>
#include <tuple>
#include <vector>

#include "class/letters.hpp"
#include "class/output.hpp"
#include "lab/spelling.hpp"

namespace grader::classes {
namespace {

/// The students who share attempts: those of a group, or a single student.
std::string sharers(const Course& course, const std::string& student) {
    const auto& group = course.person(student).group;
    return group.empty() ? "student " + student : "group " + group;
}

using WorkByLab = std::map<std::string, LabWork>;

std::map<std::string, WorkByLab> shared_work(Gradebook& book, const Course& course) {
    std::map<std::string, WorkByLab> work;
    for (const auto& mark : book.marks())
        work[sharers(course, mark.student)][mark.lab].tries.push_back(
            {mark.points, mark.handed_in, mark.last_seen, mark.student});
    return work;
}

std::map<std::string, std::map<std::string, double>> decided(Gradebook& book) {
    std::map<std::string, std::map<std::string, double>> decided;
    for (const auto& one : book.decisions()) decided[one.student][one.lab] = one.points;
    return decided;
}

}  // namespace

std::vector<std::string> students_of(Gradebook& book, const Course& course) {
    auto students = book.students();
    for (const auto& [name, person] : course.people)
        if (!std::ranges::count(students, name)) students.push_back(name);
    std::ranges::sort(students);
    return students;
}

std::vector<Standing> standings_of(Gradebook& book, const Enrolment& enrolment) {
    auto standings = book.standings();
    std::set<std::string> labs, students(enrolment.absent.begin(), enrolment.absent.end());
    std::set<std::pair<std::string, std::string>> known;
    for (const auto& [student, name] : enrolment.names) students.insert(student);
    for (const auto& one : standings) {
        labs.insert(one.lab);
        known.emplace(one.student, one.lab);
    }
    for (const auto& student : students)
        for (const auto& lab : labs)
            if (!known.contains({student, lab}))
                standings.push_back({student, lab, name_of(Outcome::not_submitted), std::nullopt});
    std::ranges::sort(standings, {},
                      [](const Standing& one) { return std::tie(one.student, one.lab); });
    return standings;
}

Totals totals_of(Gradebook& book, const Course& course) {
    auto students = students_of(book, course);
    std::ranges::copy(enrolment_of(course, students).absent, std::back_inserter(students));
    const auto shared = shared_work(book, course);
    const auto decisions = decided(book);
    Totals totals;
    for (const auto& student : students) {
        WorkByLab work;
        if (const auto own = shared.find(sharers(course, student)); own != shared.end())
            work = own->second;
        if (const auto own = decisions.find(student); own != decisions.end())
            for (const auto& [lab, decision] : own->second) work[lab].decided = decision;
        totals[student] = total_of(course, course.person(student), work);
    }
    return totals;
}

namespace {

/// For the end of a message: the students whose names begin with `start`, or else the one whose
/// name is closest to it.
std::string those_meant(const std::set<std::string>& names, const std::string& start) {
    constexpr std::size_t most = 5;
    std::vector<std::string> found;
    for (const auto& name : names)
        if (!start.empty() && name.starts_with(start)) found.push_back("'" + name + "'");
    const auto close = lab::nearest(start, std::vector(names.begin(), names.end()));
    if (found.empty() && close) found.push_back("'" + *close + "'");
    if (found.empty() || found.size() > most) return "; marks.csv has the names";
    return fmt::format("; there is {}", fmt::join(found, ", "));
}

}  // namespace

bool share_work(const Course& course, const std::string& one, const std::string& other) {
    return sharers(course, one) == sharers(course, other);
}

std::string student_called(Gradebook& book, const Course& course, const std::string& given) {
    const auto name = composed(given);
    const auto students = book.students();
    const auto known = [&](const std::string& student) {
        return std::ranges::count(students, student) > 0 || course.people.contains(student);
    };
    if (known(name)) return name;
    if (name.starts_with('\'') && known(name.substr(1))) return name.substr(1);
    std::set<std::string> names(students.begin(), students.end());
    for (const auto& [person, rules] : course.people) names.insert(person);
    throw ClassError("there is no student '" + name + "' in the gradebook" +
                     those_meant(names, name));
}

void write_totals(const std::filesystem::path& out, const Totals& totals, const Course& course,
                  const Enrolment& enrolment) {
    std::vector<std::string> head{"student"};
    if (enrolment.has_roster()) head.push_back("name");
    for (const auto& [slug, lab] : course.labs) head.push_back(slug);
    head.push_back("total");
    auto text = csv_line(head);
    for (const auto& [student, total] : totals) {
        std::vector<std::string> cells{student};
        if (enrolment.has_roster()) cells.push_back(name_of(enrolment, student));
        for (const auto& [slug, mark] : total.labs)
            cells.push_back(mark.handed_in || mark.decided ? fmt::format("{:.2f}", mark.points)
                                                           : "");
        cells.push_back(fmt::format("{:.2f}", total.points));
        text += csv_line(cells);
    }
    write_whole(out / "totals.csv", text);
}

}  // namespace grader::classes
