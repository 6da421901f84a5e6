#include "cli/class.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>

#include <map>
#include <ostream>

#include "build/stage.hpp"
#include "class/cluster.hpp"
#include "class/digest.hpp"
#include "class/gradebook.hpp"
#include "class/intake.hpp"
#include "class/judge.hpp"
#include "class/letters.hpp"
#include "class/marks.hpp"
#include "class/run.hpp"
#include "class/totals.hpp"
#include "cli/backend.hpp"
#include "cli/class_marks.hpp"
#include "cli/grade_lab.hpp"
#include "cli/seed.hpp"
#include "cli/submissions.hpp"
#include "descriptor.hpp"
#include "report/text.hpp"
#include "skeleton/archive.hpp"

namespace grader::cli {
namespace {

namespace fs = std::filesystem;
using namespace classes;

void make_folder(const fs::path& folder) {
    std::error_code trouble;
    fs::create_directories(folder, trouble);
    if (trouble) throw ClassError("cannot make " + folder.string() + ": " + trouble.message());
}

kit_io::Descriptor locked(const fs::path& out) {
    kit_io::Descriptor file(open((out / "lock").c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644));
    if (!file) throw ClassError("cannot write to " + out.string());
    if (flock(file.get(), LOCK_EX | LOCK_NB) != 0)
        throw ClassError("another grader is at work in " + out.string());
    return file;
}

Settings new_settings(const ClassOptions& options) {
    const auto choice = choose_backend(options.backend);
    return {options.seed.value_or(drawn_seed()), name_of(choice.backend), choice.device,
            sandbox::name(choose_sandbox(options.no_sandbox).kind())};
}

/// A class keeps the seed and backend of its first run. Stores nothing.
Settings settings_of(Gradebook& book, const ClassOptions& options) {
    auto settings = book.settings();
    if (!settings) return new_settings(options);
    const auto refuse = [&](const std::string& what) {
        throw ClassError(fmt::format("the class in {} has {}", options.out.string(), what));
    };
    if (options.seed && *options.seed != settings->seed)
        refuse("another seed than --seed or course.toml gives; a class keeps its first");
    if (options.backend != "auto" && options.backend != settings->backend)
        refuse("the backend " + settings->backend);
    if (choose_backend(settings->backend).device != settings->device)
        refuse("marks made on " + settings->device + ", which is not here");
    // Each attempt records its own.
    settings->sandbox = sandbox::name(choose_sandbox(options.no_sandbox).kind());
    return *settings;
}

GradeLab grade_with(const lab::Kit& kit) {
    return [&kit](const suite::Request& request, build::Backend backend) {
        return grade_or_throw(kit, request, backend);
    };
}

void summarise(const std::vector<Standing>& standings, const fs::path& folder, std::ostream& out) {
    std::map<std::string, int> counts;
    for (const auto& standing : standings) ++counts[standing.state];
    for (const auto& [state, count] : counts) out << fmt::format("{:>6} {}\n", count, state);
    out << fmt::format("marks: {}\n", (folder / "marks.csv").string());
}

}  // namespace

ExitStatus grade_class(const lab::Kit& kit, ClassOptions options, std::ostream& out) {
    for (auto& student : options.only) student = composed(student);
    expect_class(kit, options);
    const auto course = course_of(options.course, options.out, kit);
    if (options.backend == "auto") options.backend = course.backend;
    if (!options.seed) options.seed = course.seed;
    options.hidden = course.hidden;
    make_folder(options.out);
    const auto lock = locked(options.out);
    Gradebook book(options.out / "gradebook.sqlite");
    const auto settings = settings_of(book, options);
    if (settings.backend == "cuda") options.devices = visible_devices();
    const auto sandbox = choose_sandbox(options.no_sandbox);
    // Created before the intake, since it records the marks in force, to report changes.
    Run grading(kit, options, book, settings, grade_with(kit));
    Intake intake(kit, options, book, sandbox);
    intake.run(out);
    if (!book.settings()) book.settle(settings);
    grading.refuse(intake.refused());
    const auto left = grading.left_of(intake.work());
    out << fmt::format("{} handed in, {} to grade\n", intake.work().size(), left.size())
        << std::flush;
    grading.grade_all(left, out);
    grading.finish();
    for (const auto& lines : grading.changed())
        for (const auto& line : lines) out << line << '\n';
    const auto enrolment = enrolment_of(course, students_of(book, course));
    const auto standings = standings_of(book, enrolment);
    write_marks(options.out, standings, settings, enrolment);
    summarise(standings, options.out, out);
    tell_of_strangers(enrolment, out);
    if (grading.failed()) return could_not_grade;
    return intake.in_doubt() ? below_full_marks : full_marks;
}

ExitStatus grade_share(const lab::Kit& kit, const fs::path& spool, std::size_t number,
                       score::OfHidden hidden) {
    const Judge judge(kit, grade_with(kit), spool.parent_path(), hidden);
    judge_share(judge, kit_version(kit), Spool(spool), number);
    return full_marks;
}

ExitStatus replay(const lab::Kit& kit, const fs::path& folder, const std::string& name,
                  const std::string& lab, std::ostream& out) {
    Gradebook book(gradebook_in(folder));
    const auto student = student_called(book, {}, name);
    const auto slug = kit.find(lab).slug;
    const auto before = book.mark_held(student, slug);
    if (!before) throw ClassError(fmt::format("{} has no mark for {}", student, slug));
    const auto files = book.files_of(before->submission);
    if (files.empty())
        throw ClassError("nothing could be taken of what was handed in: " + before->result.reason);
    auto again = *before;
    again.kit_version = kit_version(kit);
    Judge(kit, grade_with(kit), "").grade(again, files);
    out << fmt::format("{} {}: {}\n", report::printable(student), slug, mark_of(again));
    if (again.kit_version != before->kit_version)
        out << fmt::format("the mark was made by version {} of the kit, this is {}\n",
                           before->kit_version, again.kit_version);
    for (const auto& line : changes(*before, again)) out << line << '\n';
    if (again.outcome == Outcome::grader_failed) return could_not_grade;
    const bool same = again.outcome == before->outcome && again.result == before->result;
    out << (same ? "the same in every word\n" : "not the same\n");
    return same ? full_marks : below_full_marks;
}

ExitStatus pack(const lab::Kit& kit, const std::vector<std::string>& names, const std::string& from,
                const fs::path& wanted, std::ostream& out) {
    const auto folder = submissions_folder(kit, from);
    const auto labs = kit.find_all(names);
    const fs::path file = !wanted.empty()    ? wanted
                          : labs.size() == 1 ? fs::path(labs.front().slug + ".zip")
                                             : fs::path("labs.zip");
    skeleton::Archive archive(file);
    for (const auto& lab : labs) {
        for (const auto& name : lab.handed_in()) {
            const auto path = folder / lab.slug / name;
            if (!fs::is_regular_file(fs::symlink_status(path))) {
                out << fmt::format("not there: {}/{}\n", lab.slug, name);
                continue;
            }
            archive.add(lab.slug + "/" + name, build::read_file(path), false);
            out << fmt::format("{}/{}\n", lab.slug, name);
        }
    }
    archive.finish();
    out << fmt::format("{}: hand this in\n", file.string());
    return full_marks;
}

}  // namespace grader::cli
