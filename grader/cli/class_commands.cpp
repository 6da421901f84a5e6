#include "cli/class_commands.hpp"

#include <iostream>

#include "class/cluster.hpp"
#include "cli/hidden_option.hpp"
#include "cli/seed.hpp"
#include "runner/arguments.hpp"

namespace grader::cli {
namespace {

std::string wrong_points(const std::string& word) {
    const auto trouble = runner::wrong_real(word);
    if (!trouble.empty()) return trouble;
    const double points = std::stod(word);
    return points >= 0 && points <= 100 ? "" : "'" + word + "' is not a number from 0 to 100";
}

std::string wrong_reason(const std::string& words) {
    return words.find_first_not_of(" \t\n") == words.npos ? "a reason is missing" : "";
}

}  // namespace

void add_class(CLI::App& app, const lab::Kit& kit, ClassArguments& a, int& status) {
    auto& options = a.course;
    auto* grading = app.add_subcommand(
        "class", "grade a folder of submissions, with one entry for each student");
    grading
        ->add_option("DIR", options.folder,
                     "folder of the submissions: a folder or an archive for each student")
        ->required();
    grading->add_option("--out", options.out, "folder for the marks, the logs and the gradebook")
        ->required();
    grading
        ->add_option("--jobs", options.jobs,
                     "number of submissions graded at a time; by default the number of cores, or "
                     "of GPUs, of which each grades one at a time")
        ->check(CLI::Range(1, 256));
    grading->add_option("--labs", options.labs, "labs to grade: numbers, names or 'all'");
    grading->add_option("--only", options.only, "only these students");
    grading
        ->add_option("--backend", options.backend,
                     "the simulator or a GPU, for a new class; auto takes a GPU if one works")
        ->check(CLI::IsMember({"auto", "sim", "cuda"}));
    grading
        ->add_option("--seed", options.seed,
                     "seed of the inputs, for a new class; by default one is drawn")
        ->check(wrong_kept_seed);
    grading->add_flag("--regrade", options.regrade,
                      "grade again what has a mark, and show what changed");
    grading->add_flag("--no-sandbox", options.no_sandbox, "run submissions without a sandbox");
    grading
        ->add_option("--executor", options.executor,
                     "slurm: as jobs of a cluster that has the kit and OUT under the same paths")
        ->check(CLI::IsMember({"local", "slurm"}));
    grading->add_option("--sbatch", options.sbatch,
                        "further arguments of sbatch, such as \"--partition=short\"");
    grading->callback([&] { status = grade_class(kit, options, std::cout); });

    grading->add_option("--course", options.course,
                        "file with the rules of the course; by default OUT/course.toml");
    grading
        ->add_option_function<std::string>(
            "--at", [&](const std::string& time) { options.downloaded = classes::read_time(time); },
            "time at which DIR was downloaded, such as 2026-12-01T23:59:00+01:00; by default now")
        ->type_name("TIME");

    // Not listed in the help: called by jobs of a cluster.
    auto* sharing = app.add_subcommand(classes::share_command, "")->group("");
    sharing->add_option("SPOOL", options.out)->required();
    sharing->add_option("N", a.share)->required();
    add_hidden_option(*sharing, "HIDDEN", options.hidden);
    sharing->callback([&] { status = grade_share(kit, options.out, a.share, options.hidden); });

    auto* replaying =
        app.add_subcommand("replay", "grade one submission of a class again, with the same inputs");
    replaying->footer("Example:\n  ./grader/grade replay marks \"Ada Lovelace\" 04");
    replaying->add_option("OUT", options.out, "folder with the marks of the class")->required();
    replaying->add_option("STUDENT", a.student, "name of the student, as in marks.csv")->required();
    replaying->add_option("LAB", a.lab, "number or name of the lab")->required();
    replaying->callback([&] { status = replay(kit, options.out, a.student, a.lab, std::cout); });
}

void add_marks(CLI::App& app, const lab::Kit& kit, ClassArguments& a, int& status) {
    auto& options = a.marks;
    const auto common = [&](CLI::App* command) {
        command->add_option("OUT", options.out, "folder with the marks of the class")->required();
        command->add_option("--course", options.course,
                            "file with the rules of the course; by default OUT/course.toml");
        return command;
    };
    auto* reporting =
        common(app.add_subcommand("report", "summarise the marks of a class or of a student"));
    reporting->add_option("--student", options.student, "show the history of this student");
    reporting->add_flag("--pages", options.pages,
                        "write a page for each student and lab, to hand out: OUT/feedback");
    reporting->add_flag("--no-sandbox", options.no_sandbox, "draw the charts without a sandbox");
    reporting->callback([&] { status = report_class(kit, options, std::cout); });

    auto* comparing =
        app.add_subcommand("similar", "compare submissions with each other, by JPlag or compare50");
    comparing->add_option("OUT", options.out, "folder with the marks of the class")->required();
    comparing->add_option("--labs", a.course.labs, "labs to compare: numbers, names or 'all'");
    comparing->callback([&] { status = compare(kit, a.course.labs, options, std::cout); });

    auto* deciding = app.add_subcommand("decide", "set a mark by hand, with a reason");
    deciding->add_option("OUT", options.out, "folder with the marks of the class")->required();
    deciding->add_option("STUDENT", options.student, "name of the student, as in marks.csv")
        ->required();
    deciding->add_option("LAB", options.lab, "number or name of the lab")->required();
    deciding->add_option("POINTS", options.points, "points from 0 to 100")
        ->required()
        ->check(wrong_points);
    deciding->add_option("--reason", options.reason, "the reason, which is kept with the mark")
        ->required()
        ->check(wrong_reason);
    deciding->callback([&] { status = decide(kit, options, std::cout); });

    auto* exporting =
        common(app.add_subcommand("export", "fill the marks into a table of a learning system"));
    exporting->footer(
        "Examples:\n"
        "  ./grader/grade export marks --canvas gradebook.csv --to import.csv\n"
        "  ./grader/grade export marks --moodle worksheet.csv --lab 04 --to import.csv");
    auto* systems = exporting->add_option_group("system")->require_option(1);
    systems->add_option("--canvas", options.canvas, "the gradebook that Canvas exported");
    auto* moodle = systems->add_option("--moodle", options.moodle,
                                       "the grading worksheet that Moodle exported");
    auto* lab =
        exporting->add_option("--lab", options.lab, "the lab that Moodle's worksheet is for");
    lab->needs(moodle);
    moodle->needs(lab);
    exporting->add_option("--to", options.to, "file to write, for the learning system to import")
        ->required();
    exporting->callback([&] { status = export_marks(kit, options, std::cout); });
}

}  // namespace grader::cli
