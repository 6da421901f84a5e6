// synthetic-class: grades an invented class, and compares each mark with what is known.
//
//     synthetic-class --students 20     twice, marks and exports compared
//     synthetic-class --once            once, with a digest of the exports to compare elsewhere
//     synthetic-class --hostile         every attempt to gain marks, in both sandboxes
//     synthetic-class --faults          while the grader, its children, disks and clock fail
//     synthetic-class --slurm           here and on a cluster (see with_slurm.py), exports compared
//
// Prints Markdown. The exit status is 0 if everything is right, and 77 if this machine cannot do
// it.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <chrono>
#include <cstdio>
#include <exception>
#include <iostream>
#include <thread>

#include "build/stage.hpp"
#include "lab/kit.hpp"
#include "tests/synthetic/drawn_class.hpp"
#include "tests/synthetic/faults.hpp"
#include "tests/synthetic/grading.hpp"

namespace {

namespace fs = std::filesystem;
using namespace synthetic;

constexpr int skipped = 77;

struct Options {
    Drawn drawn;
    unsigned jobs = 2;
    fs::path folder;
    bool once = false, hostile = false, faults = false, slurm = false;
};

/// Whether all marks are as expected.
bool print_marks(const std::map<Kind, Tally>& tallies, const std::string& title) {
    bool right = true;
    fmt::print("\n| {} | marks | not as known |\n|---|---|---|\n", title);
    for (const auto& [kind, tally] : tallies) {
        fmt::print("| {} | {} | {} |\n", name_of(kind), tally.marks, tally.faults.size());
        right = right && tally.faults.empty();
    }
    for (const auto& [kind, tally] : tallies)
        for (const auto& fault : tally.faults) fmt::print("\n- {}\n", fault);
    return right;
}

bool print_differences(const std::vector<std::string>& different) {
    if (different.empty()) return true;
    fmt::print("\nnot the same: {}\n", fmt::join(different, ", "));
    return false;
}

void expect_through(const Ended& ended) {
    if (ended.status == 0) return;
    throw std::runtime_error(fmt::format(
        "grading ended with status {}:\n{}", ended.status,
        ended.words.substr(ended.words.size() - std::min<std::size_t>(ended.words.size(), 2000))));
}

/// Whether all marks are as known.
bool grade_once(const Grading& grading, const Class& students) {
    const auto ended = grade(grading);
    expect_through(ended);
    const bool right = print_marks(students.hold(grading.out / "marks.json"), "handed in");
    fmt::print(
        "\n{} students, {} submissions: {:.2f} s of processor time each, {:.0f} s in all "
        "with {} side by side. Digest of the exports: {}.\n",
        students.students(), students.submissions(),
        ended.processor_seconds / static_cast<double>(students.submissions()), ended.seconds,
        grading.jobs, digest_of_exports(grading.out).substr(0, 16));
    std::fflush(stdout);
    return right;
}

int grade_class(const Options& options, const Grading& common, const Class& students) {
    auto first = common, second = common;
    first.out = options.folder / "first";
    second.out = options.folder / "second";
    second.jobs = options.jobs + 1;
    bool right = grade_once(first, students);
    if (options.once) return right ? 0 : 1;
    expect_through(grade(second));
    const auto different = differences(first.out, second.out);
    right = print_differences(different) && right;
    fmt::print("Graded twice: {}.\n",
               different.empty() ? "the same exports, byte for byte" : "not the same");
    return right ? 0 : 1;
}

int grade_in_both_sandboxes(const Options& options, const Grading& common, const Class& students) {
    const auto script = grader::lab::this_kit().source / "grader/tests/without_bubblewrap.sh";
    auto first = common, second = common;
    first.out = options.folder / "bubblewrap";
    second.out = options.folder / "native";
    second.before = {script.string()};
    expect_through(grade(first));
    const auto ended = grade(second);
    if (ended.status == skipped) {
        std::cout << ended.words;
        return skipped;
    }
    expect_through(ended);
    bool right = print_marks(students.hold(first.out / "marks.json"), "under bubblewrap");
    right = print_marks(students.hold(second.out / "marks.json"), "under the kit's own sandbox") &&
            right;
    const bool same = grader::build::read_file(first.out / "marks.csv") ==
                      grader::build::read_file(second.out / "marks.csv");
    fmt::print("\nmarks.csv of both: {}.\n", same ? "the same, byte for byte" : "not the same");
    return right && same ? 0 : 1;
}

/// Killed once on the way: its jobs and their results must be found again.
int grade_on_cluster(const Options& options, const Grading& common, const Class& students) {
    auto here = common, there = common;
    here.out = options.folder / "here";
    there.out = options.folder / "there";
    there.more = {"--executor", "slurm"};
    const auto local = grade(here);
    expect_through(local);
    {
        Running running(there);
        std::this_thread::sleep_for(std::chrono::seconds(10));
        running.kill();
        running.wait();
    }
    const auto ended = grade(there);
    expect_through(ended);
    bool right = print_marks(students.hold(there.out / "marks.json"), "graded on the cluster");
    const auto different = differences(here.out, there.out);
    right = print_differences(different) && right;
    fmt::print(
        "\n{} submissions. Here {:.0f} s with {} side by side, on the cluster {:.0f} s after "
        "the grader was killed once. Exports: {}.\n",
        students.submissions(), local.seconds, here.jobs, ended.seconds,
        different.empty() ? "the same, byte for byte" : "not the same");
    return right ? 0 : 1;
}

int disturb(const Options& options, Grading grading) {
    grading.out = options.folder / "faults";
    bool right = true;
    std::cout << "| fault | what happened | final marks |\n|---|---|---|\n";
    for (const auto& outcome : survive_faults(grading)) {
        const auto marks = outcome.skipped               ? ""
                           : outcome.differences.empty() ? "the same"
                                                         : "not the same";
        fmt::print("| {} | {} | {} |\n", outcome.fault, outcome.happened, marks);
        right = print_differences(outcome.differences) && right;
    }
    return right ? 0 : 1;
}

int run(Options options) {
    const auto kit = grader::lab::this_kit();
    const grader::build::Stage stage(fs::temp_directory_path());
    if (options.folder.empty()) options.folder = stage.root();
    if (options.hostile) {
        options.drawn.kinds = {Kind::hostile};
        options.drawn.everything = true;
    }
    Grading grading;
    grading.downloads = options.folder / "downloads";
    grading.labs = options.drawn.labs;
    grading.jobs = options.jobs;
    const Class students(kit, options.drawn, grading.downloads);
    if (options.hostile) return grade_in_both_sandboxes(options, grading, students);
    if (options.faults) return disturb(options, grading);
    if (options.slurm) return grade_on_cluster(options, grading, students);
    return grade_class(options, grading, students);
}

}  // namespace

int main(int argc, char** argv) {
    CLI::App app{"Grades a class that there never was.", "synthetic-class"};
    Options options;
    app.add_option("--students", options.drawn.students)->check(CLI::PositiveNumber);
    app.add_option("--seed", options.drawn.seed, "of who hands in what");
    app.add_option("--labs", options.drawn.labs, "numbers, names or 'all'");
    app.add_option("--jobs", options.jobs)->check(CLI::Range(1, 256));
    app.add_option("--folder", options.folder, "new; kept, for a look");
    auto* once = app.add_flag("--once", options.once, "not twice");
    auto* hostile =
        app.add_flag("--hostile", options.hostile, "all attempts, both sandboxes")->excludes(once);
    auto* faults = app.add_flag("--faults", options.faults, "while much fails")->excludes(hostile);
    app.add_flag("--slurm", options.slurm, "also on a cluster")
        ->excludes(hostile)
        ->excludes(faults);
    try {
        app.parse(argc, argv);
        return run(std::move(options));
    } catch (const CLI::ParseError& error) {
        return app.exit(error);
    } catch (const std::exception& error) {
        std::cerr << "synthetic-class: " << error.what() << '\n';
        return 2;
    }
}
