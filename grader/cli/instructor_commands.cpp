#include "cli/instructor_commands.hpp"

#include <iostream>

#include "cli/commands.hpp"
#include "cli/seed.hpp"
#include "runner/arguments.hpp"
#include "skeleton/archive.hpp"

namespace grader::cli {
namespace {

std::string wrong_sample(const std::string& word) {
    return runner::wrong_whole_number(word, 1, 1'000'000);
}

/// For authors of labs.
void add_commands_for_authors(CLI::App& app, const lab::Kit& kit, InstructorArguments& a,
                              int& status) {
    auto* starting =
        app.add_subcommand("new-lab", "make the folders of a new lab, filled in from a template");
    starting->add_option("NN-SLUG", a.lab, "number and name, such as 14-prefix-sum")->required();
    starting->callback([&] { status = new_lab(kit, a.lab, std::cout); });

    auto* checking =
        app.add_subcommand("check-lab", "check everything that the course requires of a lab");
    checking->add_option("LAB", a.checking.lab, "number or name of the lab")->required();
    checking
        ->add_option("--mutants", a.checking.mutants,
                     "number of mutants to draw and grade; 0: none")
        ->capture_default_str();
    checking->add_flag("--no-sandbox", a.checking.no_sandbox, "run submissions without a sandbox");
    checking->add_flag("--list", a.checking.list,
                       "only list the lab's wrong submissions, by what catches them");
    checking->callback([&] { status = check_lab(kit, a.checking, std::cout); });

    auto* mutating = app.add_subcommand(
        "mutants",
        "check that the suites catch mutants, that is, solutions with one small mistake each");
    mutating->add_option("LAB", a.mutants.labs, "labs to mutate: numbers, names or 'all'")
        ->required();
    mutating->add_option("--only", a.mutants.only, "only the mutants of this operator");
    mutating
        ->add_option("--sample", a.mutants.sample,
                     "draw this many mutants of each lab instead of all")
        ->check(wrong_sample);
    mutating->add_option("--seed", a.mutants.seed, "seed of the sample and of the inputs")
        ->check(runner::wrong_seed)
        ->capture_default_str();
    mutating
        ->add_option("--jobs", a.mutants.jobs,
                     "number of mutants graded at a time; by default the number of cores")
        ->check(CLI::Range(1, 256));
    mutating->add_flag("--no-sandbox", a.mutants.no_sandbox, "run the mutants without a sandbox");
    mutating->callback([&] { status = cli::mutants(kit, a.mutants, std::cout); });
}

void add_commands_for_instructors(CLI::App& app, const lab::Kit& kit, InstructorArguments& a,
                                  int& status) {
    auto* deriving = app.add_subcommand("skeletons", "derive the skeletons from the solutions");
    auto* check = deriving->add_flag("--check", a.check,
                                     "only name the skeletons that have drifted (default)");
    deriving->add_flag("--write", a.write, "write the skeletons that have drifted")
        ->excludes(check);
    deriving->callback([&] { status = skeletons(kit, a.write, std::cout); });

    auto* releasing = app.add_subcommand("release", "make the archive for students");
    releasing
        ->add_option("--out", a.out, "file name of the archive, .tar.gz, .tar.xz, .tar or .zip")
        ->required()
        ->check(skeleton::wrong_archive_name);
    releasing->add_option("--labs", a.labs, "labs to include: numbers, names or 'all'");
    releasing->callback([&] { status = release(kit, a.labs, a.out, std::cout); });

    auto* bundling = app.add_subcommand("bundle", "make an autograder for Gradescope");
    bundling->add_option("--out", a.out, "file name of the archive, .zip")->required();
    bundling->add_option("--labs", a.labs, "labs to include: numbers, names or 'all'");
    bundling
        ->add_option("--seed", a.seed,
                     "seed of the inputs for all submissions; by default one is drawn")
        ->check(wrong_kept_seed);
    bundling->add_option("--course", a.course,
                         "file with the rules of the course: its seed, and what hidden cases show");
    bundling->callback([&] { status = bundle(kit, a.labs, a.seed, a.course, a.out, std::cout); });

    auto* measuring =
        app.add_subcommand("bench", "measure again what the pages of docs/results show");
    measuring->add_option("--out", a.bench.out, "folder for the tables, pages and charts")
        ->required();
    measuring->add_option("--labs", a.bench.labs, "labs to measure: numbers, names or 'all'");
    measuring->add_option("--only", a.bench.only, "only the pages with these names");
    measuring->add_option("--from", a.bench.from,
                          "folder of the files: 'solutions', or one with the layout of labs/");
    measuring
        ->add_option(
            "--backend", a.bench.backend,
            "only the pages of the simulator or of a GPU; auto: all that this machine can measure")
        ->check(CLI::IsMember({"auto", "sim", "cuda"}));
    measuring->add_flag("--again", a.bench.again,
                        "measure nothing, and write the pages again from the tables in the folder");
    measuring->add_flag("--no-sandbox", a.bench.no_sandbox,
                        "run the labs' programs without a sandbox");
    measuring->callback([&] { status = bench(kit, a.bench, std::cout); });
}

}  // namespace

void add_instructor_commands(CLI::App& app, const lab::Kit& kit, InstructorArguments& arguments,
                             int& status) {
    add_commands_for_instructors(app, kit, arguments, status);
    add_commands_for_authors(app, kit, arguments, status);
}

}  // namespace grader::cli
