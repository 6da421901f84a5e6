#include "cli/class_commands.hpp"

#include <iostream>

#include "class/cluster.hpp"
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
    auto* grading = app.add_subcommand("class", "grade a folder of downloads, one entry a student");
    grading->add_option("DIR", options.folder, "a folder or an archive for each student")
        ->required();
    grading->add_option("--out", options.out, "folder for marks, logs and the gradebook")
        ->required();
    grading->add_option("--jobs", options.jobs, "side by side; as many as there are cores")
        ->check(CLI::Range(1, 256));
    grading->add_option("--labs", options.labs, "numbers, names or 'all'");
    grading->add_option("--only", options.only, "these students");
    grading->add_option("--backend", options.backend, "auto, sim or cuda; of a new class")
        ->check(CLI::IsMember({"auto", "sim", "cuda"}));
    grading->add_option("--seed", options.seed, "of the inputs, of a new class; drawn otherwise")
        ->check(wrong_kept_seed);
    grading->add_flag("--regrade", options.regrade,
                      "grade again what has a mark; show what changed");
    grading->add_flag("--no-sandbox", options.no_sandbox, "run submissions unconfined");
    grading
        ->add_option("--executor", options.executor,
                     "local, or slurm: jobs of a cluster that sees kit and OUT at the same paths")
        ->check(CLI::IsMember({"local", "slurm"}));
    grading->add_option("--sbatch", options.sbatch, "further words for it: \"--partition=short\"");
    grading->callback([&] { status = grade_class(kit, options, std::cout); });

    grading->add_option("--course", options.course, "course.toml; OUT/course.toml otherwise");
    grading
        ->add_option_function<std::string>(
            "--at", [&](const std::string& time) { options.downloaded = classes::read_time(time); },
            "when DIR was downloaded, as 2026-12-01T23:59:00+01:00; now otherwise")
        ->type_name("TIME");

    // Not listed in the help: called by jobs of a cluster.
    auto* sharing = app.add_subcommand(classes::share_command, "")->group("");
    sharing->add_option("SPOOL", options.out)->required();
    sharing->add_option("N", a.share)->required();
    sharing->callback([&] { status = grade_share(kit, options.out, a.share); });

    auto* replaying = app.add_subcommand("replay", "derive one mark of a class again");
    replaying->add_option("OUT", options.out, "the class's folder of marks")->required();
    replaying->add_option("STUDENT", a.student, "as in marks.csv")->required();
    replaying->add_option("LAB", a.lab, "the lab's number or name")->required();
    replaying->callback([&] { status = replay(kit, options.out, a.student, a.lab, std::cout); });
}

void add_marks(CLI::App& app, const lab::Kit& kit, ClassArguments& a, int& status) {
    auto& options = a.marks;
    const auto common = [&](CLI::App* command) {
        command->add_option("OUT", options.out, "the class's folder of marks")->required();
        command->add_option("--course", options.course, "course.toml; OUT/course.toml otherwise");
        return command;
    };
    auto* reporting = common(app.add_subcommand("report", "how a class, or a student, stands"));
    reporting->add_option("--student", options.student, "the history of this one");
    reporting->add_flag("--no-sandbox", options.no_sandbox, "draw unconfined");
    reporting->callback([&] { status = report_class(kit, options, std::cout); });

    auto* comparing = app.add_subcommand("similar", "have JPlag or compare50 compare submissions");
    comparing->add_option("OUT", options.out, "the class's folder of marks")->required();
    comparing->add_option("--labs", a.course.labs, "numbers, names or 'all'");
    comparing->callback([&] { status = compare(kit, a.course.labs, options, std::cout); });

    auto* deciding = app.add_subcommand("decide", "give a mark by hand, with the reason");
    deciding->add_option("OUT", options.out, "the class's folder of marks")->required();
    deciding->add_option("STUDENT", options.student, "as in marks.csv")->required();
    deciding->add_option("LAB", options.lab, "the lab's number or name")->required();
    deciding->add_option("POINTS", options.points, "of 100")->required()->check(wrong_points);
    deciding->add_option("--reason", options.reason, "kept with the mark")
        ->required()
        ->check(wrong_reason);
    deciding->callback([&] { status = decide(kit, options, std::cout); });

    auto* exporting = common(app.add_subcommand("export", "marks into a learning system's table"));
    auto* systems = exporting->add_option_group("system")->require_option(1);
    systems->add_option("--canvas", options.canvas, "a gradebook exported by Canvas");
    auto* moodle =
        systems->add_option("--moodle", options.moodle, "a grading worksheet of Moodle's");
    auto* lab = exporting->add_option("--lab", options.lab, "the lab of Moodle's worksheet");
    lab->needs(moodle);
    moodle->needs(lab);
    exporting->add_option("--to", options.to, "the table to be imported")->required();
    exporting->callback([&] { status = export_marks(kit, options, std::cout); });
}

}  // namespace grader::cli
