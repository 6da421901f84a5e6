#include "cli/class_marks.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <ostream>

#include "build/shell_word.hpp"
#include "class/feedback.hpp"
#include "class/gradebook.hpp"
#include "class/learning_system.hpp"
#include "class/output.hpp"
#include "class/page.hpp"
#include "class/shell.hpp"
#include "class/similar.hpp"
#include "class/statistics.hpp"
#include "class/totals.hpp"
#include "class/wanted.hpp"
#include "cli/backend.hpp"
#include "cli/plot.hpp"
#include "cli/submissions.hpp"
#include "number_of.hpp"
#include "report/text.hpp"

namespace grader::cli {
namespace {

namespace fs = std::filesystem;
using namespace classes;

void print_class(const std::vector<LabStatistics>& labs, const Totals& totals, std::ostream& out) {
    out << fmt::format("{:<24} {:>9} {:>8} {:>8} {:>8}  {}\n", "lab", "students", "lowest",
                       "median", "highest", "fails most");
    for (const auto& lab : labs) {
        const auto fails = lab.failed_cases.empty()
                               ? std::string()
                               : fmt::format("{} ({})", report::printable(lab.failed_cases[0].what),
                                             lab.failed_cases[0].count);
        const auto quantile = [&lab](double share) {
            return lab.points.empty() ? "-" : fmt::format("{:.1f}", lab.quantile(share));
        };
        out << fmt::format("{:<24} {:>9} {:>8} {:>8} {:>8}  {}\n", lab.lab, lab.points.size(),
                           quantile(0), quantile(0.5), quantile(1), fails);
    }
    out << fmt::format("{} students\n", totals.size());
}

std::string lateness(const LabMark& mark) {
    if (mark.decided) return ", decided by hand";
    if (mark.days_late == 0) return "";
    return fmt::format(", {} late, {} of them given: {:.1f} before",
                       words::number_of(mark.days_late, "day"), mark.late_days, mark.before);
}

std::string handed_in_by(const std::string& other, const std::string& student) {
    return other == student ? "" : ", handed in by " + report::printable(other);
}

void print_student(Gradebook& book, const Course& course, const std::string& name,
                   std::ostream& out) {
    const auto student = student_called(book, course, name);
    const auto total = totals_of(book, course).at(student);
    const auto marks = book.marks();
    const auto decisions = book.decisions();
    for (const auto& [slug, mark] : total.labs) {
        out << fmt::format("{:<24} {:>6.1f}{}\n", slug, mark.points, lateness(mark));
        for (const auto& one : marks)
            if (one.lab == slug && share_work(course, one.student, student))
                out << fmt::format("    {}  {:>6.1f}  {}  {}{}\n", write_time(one.handed_in),
                                   one.points, name_of(one.outcome), one.submission.substr(0, 16),
                                   handed_in_by(one.student, student));
        for (const auto& one : decisions)
            if (one.student == student && one.lab == slug)
                out << fmt::format("    {}  {:>6.1f}  decided: {}\n", one.at, one.points,
                                   report::printable(one.reason));
    }
    out << fmt::format("{:<24} {:>6.1f}\n", "total", total.points);
}

struct Tool {
    std::string program, command;
};

/// These tools only read text. comparisons_in() finds their results.
std::vector<Tool> comparing_tools(const fs::path& folder, bool python) {
    const auto in = "cd " + build::shell_word(folder.string()) + " && ";
    return {{"compare50", in + "rm -rf compare50 && compare50 --output compare50 students/*"},
            {"jplag", in + "rm -f jplag.* && jplag -r jplag -l " + (python ? "python3" : "cpp") +
                          " students"}};
}

void tell(const char* what, const std::vector<std::string>& names, std::ostream& out) {
    for (const auto& name : names) out << fmt::format("{}: {}\n", what, report::printable(name));
}

/// Names in course.toml that no entry of a download had, and which may be misspelled.
std::vector<std::string> without_submission(Gradebook& book, const Course& course) {
    const auto standings = book.standings();
    std::vector<std::string> names;
    for (const auto& [name, person] : course.people)
        if (!std::ranges::count(standings, name, &Standing::student)) names.push_back(name);
    return names;
}

/// Work without a mark counts 0 for now, and refused work counts 0 until somebody decides.
void tell_of_open_work(Gradebook& book, const Course& course, std::ostream& out) {
    const auto decisions = book.decisions();
    for (const auto& standing : book.standings()) {
        const bool counts_0 = standing.state != name_of(Outcome::graded) &&
                              standing.state != name_of(Outcome::not_submitted);
        const bool decided = std::ranges::any_of(decisions, [&](const Decision& one) {
            return one.student == standing.student && one.lab == standing.lab;
        });
        if (counts_0 && !decided && course.labs.contains(standing.lab))
            out << fmt::format("counts 0: {} {}, {}\n", report::printable(standing.student),
                               standing.lab, standing.state);
    }
}

/// A total without them is higher: an instructor who names no labs should know.
void tell_of_empty_labs(const std::vector<LabStatistics>& labs, std::ostream& out) {
    std::vector<std::string> empty;
    for (const auto& lab : labs)
        if (lab.points.empty()) empty.push_back(lab.lab);
    if (empty.empty() || empty.size() == labs.size()) return;
    out << fmt::format(
        "0 points in every total, since nobody has handed them in: {}; "
        "list the labs that count under [labs] in course.toml\n",
        fmt::join(empty, ", "));
}

}  // namespace

fs::path gradebook_in(const fs::path& folder) {
    const auto file = folder / "gradebook.sqlite";
    if (!fs::exists(file)) throw ClassError("there is no gradebook in " + folder.string());
    return file;
}

void tell_of_strangers(const Enrolment& enrolment, std::ostream& out) {
    if (!enrolment.has_roster()) return;
    std::vector<std::string> names;
    for (const auto& name : enrolment.strangers) names.push_back(report::printable_name(name));
    if (!names.empty()) out << fmt::format("not on the roster: {}\n", fmt::join(names, "; "));
}

ExitStatus decide(const lab::Kit& kit, const MarksOptions& options, std::ostream& out) {
    Gradebook book(gradebook_in(options.out));
    const auto course = course_of(options.course, options.out, kit);
    const auto student = student_called(book, course, options.student);
    const auto slug = kit.find(options.lab).slug;
    book.decide(student, slug, options.points, options.reason);
    out << fmt::format("{} {}: {} points, {}\n", report::printable(student), slug,
                       report::points(options.points), report::printable(options.reason));
    if (!course.labs.contains(slug))
        out << fmt::format("course.toml does not count {}: no total holds these points\n", slug);
    return full_marks;
}

ExitStatus report_class(const lab::Kit& kit, const MarksOptions& options, std::ostream& out) {
    Gradebook book(gradebook_in(options.out));
    const auto course = course_of(options.course, options.out, kit);
    if (!options.student.empty()) {
        print_student(book, course, options.student, out);
        return full_marks;
    }
    const auto totals = totals_of(book, course);
    const auto labs = statistics_of(book, course, totals);
    const auto plots =
        drawn(kit, choose_sandbox(options.no_sandbox), "grader/class/plots.py", plotted(labs));
    const auto enrolment = enrolment_of(course, students_of(book, course));
    write_totals(options.out, totals, course, enrolment);
    write_whole(options.out / "report.html",
                page_of(course, totals, enrolment, labs, plots, options.out));
    print_class(labs, totals, out);
    tell_of_empty_labs(labs, out);
    tell_of_open_work(book, course, out);
    tell("in course.toml, and without a submission", without_submission(book, course), out);
    tell("on the roster, and without a submission", enrolment.absent, out);
    tell_of_strangers(enrolment, out);
    out << fmt::format("totals: {}\npage: {}\n", (options.out / "totals.csv").string(),
                       (options.out / "report.html").string());
    if (options.pages)
        out << fmt::format(
            "{}: {}\n",
            words::number_of(write_feedback(kit, book, course, totals, enrolment, options.out),
                             "page for students", "pages for students"),
            (options.out / "feedback").string());
    return full_marks;
}

ExitStatus compare(const lab::Kit& kit, const std::vector<std::string>& labs,
                   const MarksOptions& options, std::ostream& out) {
    Gradebook book(gradebook_in(options.out));
    const auto wanted = wanted_files(kit);
    for (const auto& lab : kit.find_all(labs)) {
        const auto folder = fs::absolute(options.out) / "similar" / lab.slug;
        const auto files = std::ranges::find(wanted, lab.slug, &LabFiles::slug);
        const int students = prepare_comparison(book, *files, folder);
        if (students == 0) continue;
        out << fmt::format("{}: {} students: {}\n", lab.slug, students,
                           (folder / "students").string());
        for (const auto& tool : comparing_tools(folder, lab.python)) {
            out << "    " << tool.command << '\n' << std::flush;
            if (!find_on_path(tool.program)) continue;
            const auto said = run_command(tool.command);
            if (said.status != 0)
                out << fmt::format("    {} failed: {}\n", tool.program,
                                   report::printable(said.words.substr(0, 500)));
        }
        for (const auto& page : comparisons_in(options.out, lab.slug))
            out << "    " << (options.out / page).string() << '\n';
    }
    return full_marks;
}

ExitStatus export_marks(const lab::Kit& kit, const MarksOptions& options, std::ostream& out) {
    Gradebook book(gradebook_in(options.out));
    const auto course = course_of(options.course, options.out, kit);
    const auto totals = totals_of(book, course);
    const auto filled =
        options.canvas.empty()
            ? fill_moodle(read_table(options.moodle), kit.find(options.lab).slug, course, totals)
            : fill_canvas(read_table(options.canvas), course, totals);
    write_whole(options.to, filled.text);
    tell("column", filled.columns, out);
    tell("in the class, and not in the table", filled.not_there, out);
    tell("in the table, and not in the class", filled.no_marks, out);
    tell_of_open_work(book, course, out);
    out << fmt::format("{}: import this\n", options.to.string());
    return filled.not_there.empty() && filled.no_marks.empty() ? full_marks : below_full_marks;
}

}  // namespace grader::cli
