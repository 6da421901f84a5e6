#include "class/feedback.hpp"

#include <fmt/format.h>

#include <map>
#include <sstream>

#include "build/stage.hpp"
#include "class/marks.hpp"
#include "class/names.hpp"
#include "class/output.hpp"
#include "number_of.hpp"
#include "report/html.hpp"
#include "report/text.hpp"
#include "skeleton/handed_out.hpp"

namespace grader::classes {
namespace {

namespace fs = std::filesystem;

/// By student and lab, or by group and lab.
using Key = std::pair<std::string, std::string>;

Key key_of(const Course& course, const std::string& student, const std::string& lab) {
    const auto& group = course.person(student).group;
    return {group.empty() ? "student " + student : "group " + group, lab};
}

/// A group's latest attempt is that of all of its members.
std::map<Key, Attempt> latest_attempts(Gradebook& book, const Course& course) {
    std::map<Key, Attempt> latest;
    for (auto& standing : book.standings()) {
        auto& attempt = standing.attempt;
        if (!attempt || attempt->outcome == Outcome::grader_failed) continue;
        const auto key = key_of(course, standing.student, standing.lab);
        const auto known = latest.find(key);
        if (known == latest.end())
            latest.emplace(key, std::move(*attempt));
        else if (known->second.handed_in < attempt->handed_in)
            known->second = std::move(*attempt);
    }
    return latest;
}

/// Points of all attempts, of 1, in the order in which they were handed in.
std::map<Key, std::vector<double>> scores_of(Gradebook& book, const Course& course) {
    std::map<Key, std::vector<double>> scores;
    for (const auto& mark : book.marks())
        scores[key_of(course, mark.student, mark.lab)].push_back(mark.points / 100);
    return scores;
}

/// Empty if the mark is the attempt's, or if the course does not count the lab.
std::string remark_on(const Attempt& attempt, const Total& total) {
    const auto found = total.labs.find(attempt.lab);
    if (found == total.labs.end()) return "";
    const auto& mark = found->second;
    const auto counts = fmt::format("Counts as {:.1f} points", mark.points);
    if (mark.decided) return counts + ", decided by hand.";
    if (mark.days_late > 0)
        return fmt::format("{}: {} late, {} of them given, {:.1f} points before.", counts,
                           words::number_of(mark.days_late, "day"), mark.late_days, mark.before);
    if (mark.points != attempt.result.score) return counts + ", those of another attempt.";
    return "";
}

std::string page_for(const lab::Kit& kit, const Attempt& attempt, const std::vector<File>& files,
                     score::OfHidden hidden, report::PageContext context) {
    report::Sources sources;
    for (const auto& file : files) sources.add(attempt.lab, file.path, file.content);
    skeleton::add_handed_out(sources, kit, kit.find(attempt.lab));
    std::ostringstream page;
    report::Html(std::move(sources), std::move(context))
        .print(run_for_student(attempt, hidden), page);
    return page.str();
}

void write_if_new(const fs::path& file, const std::string& text) {
    if (fs::is_regular_file(file) && build::read_file(file) == text) return;
    fs::create_directories(file.parent_path());
    write_whole(file, text);
}

}  // namespace

std::size_t write_feedback(const lab::Kit& kit, Gradebook& book, const Course& course,
                           const Totals& totals, const Enrolment& enrolment, const fs::path& out) {
    const auto latest = latest_attempts(book, course);
    const auto scores = scores_of(book, course);
    std::size_t pages = 0;
    for (const auto& [student, total] : totals) {
        for (const auto& slug : kit.slugs) {
            const auto key = key_of(course, student, slug);
            const auto found = latest.find(key);
            if (found == latest.end()) continue;
            const auto& attempt = found->second;
            report::PageContext context;
            context.student = name_of(enrolment, student);
            context.course = course.title;
            context.remark = remark_on(attempt, total);
            if (const auto known = scores.find(key); known != scores.end())
                context.scores[slug] = known->second;
            write_if_new(out / "feedback" / file_name_for(student) / (slug + ".html"),
                         page_for(kit, attempt, book.files_of(attempt.submission), course.hidden,
                                  std::move(context)));
            ++pages;
        }
    }
    return pages;
}

}  // namespace grader::classes
