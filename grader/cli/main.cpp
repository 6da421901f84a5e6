// The grader's command line. Turns arguments into a call of one command, and exceptions into one
// line and an exit status.
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <exception>
#include <iostream>
#include <stdexcept>
#include <string>
#include <system_error>
#include <vector>

#include "cli/class.hpp"
#include "cli/class_commands.hpp"
#include "cli/commands.hpp"
#include "cli/debug_lab.hpp"
#include "cli/grading.hpp"
#include "cli/hidden_option.hpp"
#include "cli/instructor_commands.hpp"
#include "cli/leaderboard.hpp"
#include "cli/locate.hpp"
#include "cli/predict.hpp"
#include "cli/run_lab.hpp"
#include "cli/rungs.hpp"
#include "cli/screen.hpp"
#include "cli/upload.hpp"
#include "cli/watch.hpp"
#include "cli/words.hpp"
#include "freed_memory.hpp"
#include "lab/spelling.hpp"
#include "runner/arguments.hpp"
#include "skeleton/archive.hpp"
#include "suite/registry.hpp"

namespace {

using namespace grader;
using namespace grader::cli;

/// The options, which must outlive parsing, and the status of the command that ran.
struct Arguments {
    GradingOptions grading;
    RunOptions running;
    LocateOptions locating;
    ClassArguments classes;
    InstructorArguments instructors;
    std::string lab;
    std::vector<std::string> labs = {"all"};
    std::string out;
    bool all = false;
    int status = full_marks;
};

/// The end of the help, for students' kits, too.
constexpr const char* examples =
    "Examples:\n"
    "  ./grader/grade 04                           grade lab 04\n"
    "  ./grader/grade 04 --case \"rung 1\" --seed 7  grade only these cases, with the same inputs "
    "each time\n"
    "  ./grader/grade all --html marks.html        grade all labs, and write a page\n"
    "  ./grader/grade run 04 -- --rows 10          run the program of lab 04 with options of its "
    "own\n"
    "  ./grader/grade run --help                   explain the options of a command";

/// Students' kits have no solutions to name.
std::string words_of_from(const lab::Kit& kit) {
    return kit.has_solutions() ? "folder of the files: 'solutions', or one with the layout of labs/"
                               : "folder of the files, with the layout of labs/";
}

/// A word that is no lab may be a misspelled command. Throws lab::LabError.
void expect_no_misspelled_command(const CLI::App& app, const lab::Kit& kit,
                                  const std::vector<std::string>& words) {
    std::vector<std::string> commands;
    for (const auto* command : app.get_subcommands({}))
        if (!command->get_group().empty()) commands.push_back(command->get_name());
    for (const std::string& word : words) {
        const auto close = lab::nearest(word, commands);
        if (word == "all" || kit.knows(word) || !close) continue;
        throw lab::LabError("unknown command '" + word + "'; did you mean " + *close + "?");
    }
}

/// Throws lab::LabError.
void expect_labs(const CLI::App& app, const lab::Kit& kit, const std::vector<std::string>& words) {
    expect_no_misspelled_command(app, kit, words);
    kit.find_all(words);
}

/// What is wrong with words that neither the command nor its options take.
std::string not_understood(const CLI::App& app) {
    const auto words = app.remaining(true);
    const auto commands = app.get_subcommands();
    std::vector<std::string> known;
    for (const auto* option : (commands.empty() ? &app : commands.front())->get_options())
        for (const auto& name : option->get_lnames()) known.push_back("--" + name);
    const auto close = lab::nearest(words.front(), known);
    return "not understood: " + CLI::detail::join(words, " ") +
           (close ? "; did you mean " + *close + "?" : "; --help lists what is");
}

/// Throws lab::LabError.
void expect_known_labs(const lab::Kit& kit, const Arguments& a) {
    for (const auto& name : {a.lab, a.running.lab, a.locating.lab, a.instructors.checking.lab})
        if (!name.empty()) kit.find(name);
    for (const auto* names : {&a.labs, &a.instructors.labs, &a.instructors.mutants.labs})
        kit.find_all(*names);
}

/// A suite with a misspelled name would be ignored, and its points missed. Throws lab::LabError.
void expect_suites_of_labs(const lab::Kit& kit) {
    const auto faults = suite::suites_of_no_lab(kit.slugs);
    if (!faults.empty()) throw lab::LabError(faults.front());
}

/// Fails if the disk is full, or the reader has gone. Other calls may have failed since, so the
/// reason is asked for again.
void expect_written() {
    std::cout << std::flush;
    if (std::cout) return;
    const int reason = write(STDOUT_FILENO, "\n", 1) == 1 ? EIO : errno;
    throw std::system_error(reason, std::generic_category(), "cannot write to standard output");
}

/// The options of every command that grades.
void add_grading_options(CLI::App& app, GradingOptions& options) {
    app.add_option("--backend", options.backend,
                   "the simulator or a GPU; auto takes a GPU if one works")
        ->check(CLI::IsMember({"auto", "sim", "cuda"}));
    for (const auto& format : report_formats)
        app.add_option_function<std::string>(
               std::string("--") + format.name,
               [&options, name = format.name](const std::string& file) {
                   options.reports[name] = file;
               },
               format.words)
            ->type_name("FILE");
    app.add_option("--case", options.request.only_case,
                   "run only the cases whose names contain TEXT, and those they depend on");
    app.add_option("--seed", options.request.seed,
                   "seed of the inputs; by default one is drawn and printed")
        ->check(runner::wrong_seed)
        ->each([&](const std::string&) { options.draw_seed = false; });
    app.add_option(
           "--order", options.request.orders,
           std::string("order of the threads: ") + runner::orders + "; by default the first two")
        ->expected(1)
        ->check(runner::wrong_order);
    app.add_flag("--sanitize", options.request.sanitize,
                 "on a GPU: also run the tools of compute-sanitizer");
    app.add_flag("--no-sandbox", options.no_sandbox,
                 "run the code without a sandbox; only for code that you trust");
}

void add_run(CLI::App& app, const lab::Kit& kit, Arguments& a) {
    auto* running = app.add_subcommand("run", "run a lab's program by itself, without grading");
    running->add_option("LAB", a.running.lab, "number or name of the lab")->required();
    running->add_option("--from", a.running.from, words_of_from(kit));
    running
        ->add_option("--backend", a.running.backend,
                     "the simulator or a GPU; auto takes a GPU if one works")
        ->check(CLI::IsMember({"auto", "sim", "cuda"}));
    running->add_flag("--no-sandbox", a.running.no_sandbox,
                      "run the code without a sandbox; only for code that you trust");
    running
        ->add_option("--gdb", a.running.gdb,
                     "on the simulator: stop in gdb at BLOCK:THREAD, such as 2:7 or 1,0:3,2")
        ->check(wrong_thread);
    auto* explaining = running->add_flag(
        "--explain", a.running.explain,
        "on the simulator: show the requests of the worst line, and a block's barriers");
    running
        ->add_option("--block", a.running.explained_block,
                     "the block whose barriers --explain shows, such as 2 or 1,0")
        ->check(wrong_block)
        ->needs(explaining);
    running->add_flag("--audit", a.running.audit,
                      "on the simulator: name each access that it does not see; slow");
    running
        ->add_option("--order", a.running.order,
                     std::string("order of the threads on the simulator: ") +
                         runner::orders_of_run + "; witness shows a race changing a value")
        ->check(runner::wrong_order_of_run);
    running->footer(
        "Examples:\n"
        "  ./grader/grade run 04 -- --help                list the options of the program\n"
        "  ./grader/grade run 04 -- --rows 10 --cols 99   run it with a matrix of 10 x 99\n"
        "  ./grader/grade run 04 --explain -- --rows 10   show its memory accesses and barriers");
    running->add_option("ARGS", a.running.arguments,
                        "arguments of the program, after --; -- --help lists them");
    running->callback([&] { a.status = run_lab(kit, a.running, std::cout, std::cerr); });
}

void add_grading(CLI::App& app, const lab::Kit& kit, Arguments& a) {
    app.add_option("LAB", a.grading.labs, "labs to grade: numbers, names or 'all'");
    app.add_option("--from", a.grading.from, words_of_from(kit));
    add_grading_options(app, a.grading);
    if (kit.has_solutions()) add_hidden_option(app, "--hidden", a.grading.hidden);

    auto* demonstration = app.add_subcommand(
        "demo", kit.has_solutions() ? "grade the reference solutions" : "grade every lab as it is");
    add_grading_options(*demonstration, a.grading);
    demonstration->callback([&] { a.status = demo(kit, a.grading, std::cout); });

    // Not listed in the help: this program calls itself with it (grade_rungs).
    app.add_subcommand(rung_command, "")->group("")->callback(serve_rung);
}

void add_watch(CLI::App& app, const lab::Kit& kit, Arguments& a) {
    auto* watching = app.add_subcommand("watch", "grade again whenever a file is saved");
    watching->add_option("LAB", a.grading.labs, "labs to watch: numbers, names or 'all'");
    watching->add_option("--from", a.grading.from, "folder of the files, with the layout of labs/");
    add_grading_options(*watching, a.grading);
    watching->callback([&] {
        a.status = watch(kit, a.grading, std::cout, [] { return static_cast<bool>(std::cout); });
    });
}

void add_locate(CLI::App& app, const lab::Kit& kit, Arguments& a) {
    auto& options = a.locating;
    auto* locating = app.add_subcommand(
        "locate", "find the place where one small change would repair a rung that fails");
    locating->add_option("LAB", options.lab, "number or name of the lab")->required();
    locating->add_option("--from", options.from, words_of_from(kit));
    locating->add_option("--case", options.words,
                         "the first failing case whose name contains TEXT, instead of the first");
    locating->add_option("--seed", options.seed, "seed of the inputs")->check(runner::wrong_seed);
    locating->add_option("--jobs", options.jobs, "changes tried side by side; by default the cores")
        ->check(CLI::Range(1, 256));
    locating->add_flag("--show", options.show, "also print the changes");
    locating->add_flag("--no-sandbox", options.no_sandbox,
                       "run the code without a sandbox; only for code that you trust");
    locating->callback([&] { a.status = locate(kit, options, std::cout); });
}

/// For platforms that grade, whose kit may be a release; not listed for students.
void add_upload(CLI::App& app, const lab::Kit& kit, Arguments& a) {
    auto* uploading = app.add_subcommand("upload", "grade one student's upload in any layout");
    uploading->add_option("UPLOAD", a.out, "the student's folder or archive")->required();
    uploading->add_option("--labs", a.grading.labs, "labs to grade: numbers, names or 'all'")
        ->required();
    add_grading_options(*uploading, a.grading);
    add_hidden_option(*uploading, "--hidden", a.grading.hidden);
    uploading->callback([&] { a.status = grade_upload(kit, a.grading, a.out, std::cout); });
    if (!kit.has_solutions()) uploading->group("");
}

void add_commands(CLI::App& app, const lab::Kit& kit, Arguments& a) {
    app.add_subcommand("list", "list the labs")->callback([&] { a.status = list(kit, std::cout); });

    const bool has_classes = kit.has_solutions();
    auto* ranking = app.add_subcommand(
        "leaderboard", has_classes ? "show your best times, or with --class OUT those of a class"
                                   : "show your best times");
    ranking->add_option("LAB", a.labs, "labs to show: numbers, names or 'all'");
    if (has_classes)
        ranking->add_option("--class", a.out, "OUT, the folder with the marks of the class");
    ranking->callback([&] {
        a.status = a.out.empty() ? leaderboard(kit, a.labs, std::cout)
                                 : class_leaderboard(kit, a.labs, a.out, std::cout);
    });

    auto* hints = app.add_subcommand("hint", "show the next hint of a lab");
    hints->add_option("LAB", a.lab, "number or name of the lab")->required();
    hints->add_flag("--all", a.all, "show all hints at once");
    hints->callback([&] { a.status = hint(kit, a.lab, a.all, std::cout); });

    auto* predicting =
        app.add_subcommand("predict", "answer a lab's questions before the first run");
    predicting->add_option("LAB", a.lab, "number or name of the lab")->required();
    predicting->add_flag("--again", a.all, "ask also the questions that have an answer");
    predicting->callback([&] { a.status = predict(kit, a.lab, a.all, std::cin, std::cout); });

    // Implemented by ./grader/grade itself, since it needs no build.
    app.add_subcommand("docs", "build the book as a website, build/book/index.html");

    auto* resetting = app.add_subcommand(
        "reset", "put a lab's files back, predict.toml too; yours are kept beside them");
    resetting->add_option("LAB", a.grading.labs, "labs to reset: numbers or names")->required();
    resetting->callback([&] {
        for (const auto& lab : kit.find_all(a.grading.labs))
            a.status = reset(kit, lab.slug, std::cout);
    });

    auto* answering = app.add_subcommand(
        "answers", "show the answers to a chapter's questions, once you have passed its lab");
    answering->add_option("LAB", a.lab, "number or name of the lab")->required();
    answering->callback([&] { a.status = answers(kit, a.lab, std::cout); });

    auto* packing = app.add_subcommand("pack", "make the archive to hand in");
    packing->add_option("LAB", a.labs, "labs to pack: numbers, names or 'all'")->required();
    packing->add_option("--from", a.grading.from, "folder of the files, with the layout of labs/");
    packing
        ->add_option("--out", a.out,
                     "file name of the archive, .zip or .tar.gz; by default that of the lab, .zip")
        ->check(skeleton::wrong_archive_name);
    packing->callback([&] { a.status = pack(kit, a.labs, a.grading.from, a.out, std::cout); });
}

/// Adds the commands of this kit. Students' archives have no solutions, and no commands that need
/// them.
void add_all(CLI::App& app, const lab::Kit& kit, Arguments& arguments) {
    add_grading(app, kit, arguments);
    add_run(app, kit, arguments);
    add_watch(app, kit, arguments);
    add_locate(app, kit, arguments);
    add_commands(app, kit, arguments);
    add_upload(app, kit, arguments);
    if (!kit.has_solutions()) return;
    add_class(app, kit, arguments.classes, arguments.status);
    add_marks(app, kit, arguments.classes, arguments.status);
    add_instructor_commands(app, kit, arguments.instructors, arguments.status);
}

/// Executes the command in `words`, and returns its exit status.
int execute(CLI::App& app, const lab::Kit& kit, Arguments& arguments,
            std::vector<std::string> words) {
    words = with_program_arguments(*app.get_subcommand("run"), std::move(words));
    expect_quoted_case(words);
    expect_suites_of_labs(kit);
    std::ranges::reverse(words);  // the library expects them in reverse
    try {
        app.parse(std::move(words));
    } catch (const CLI::CallForHelp&) {
        expect_no_misspelled_command(app, kit, arguments.grading.labs);
        throw;
    } catch (const CLI::ExtrasError&) {
        expect_no_misspelled_command(app, kit, arguments.grading.labs);
        throw lab::LabError(not_understood(app));
    }
    if (app.get_subcommands().empty()) {
        if (arguments.grading.labs.empty()) throw CLI::CallForHelp();
        expect_labs(app, kit, arguments.grading.labs);
        arguments.status = grade(kit, arguments.grading, std::cout);
    }
    expect_written();
    return arguments.status;
}

/// The same, and the help or what is wrong with the words, where they are no command.
int execute_or_explain(CLI::App& app, const lab::Kit& kit, Arguments& arguments,
                       std::vector<std::string> words) {
    try {
        return execute(app, kit, arguments, std::move(words));
    } catch (const CLI::ParseError& error) {
        const bool is_help = app.exit(error) == 0;
        expect_written();
        return is_help ? full_marks : could_not_grade;
    }
}

}  // namespace

int main(int argc, char** argv) {
    freed_memory::keep();
    CLI::App app{"Grades the labs: right or wrong, safe or not, and how far from the limit.",
                 "grade"};
    app.require_subcommand(0, 1);
    Arguments arguments;
    arguments.grading.colour = colour_wanted();
    arguments.grading.width = text_width();
    arguments.locating.terminal = can_rewrite();
    arguments.classes.course.terminal = can_rewrite();
    const auto kit = lab::this_kit();
    add_all(app, kit, arguments);
    app.footer(examples);  // now: a command added later would inherit it
    // Called before the rest of the kit is built, to find out whether the command is valid.
    app.parse_complete_callback([&] {
        if (!std::getenv("KIT_ONLY_READ")) return;
        expect_known_labs(kit, arguments);
        if (app.get_subcommands().empty()) expect_labs(app, kit, arguments.grading.labs);
        throw CLI::Success();
    });
    try {
        return execute_or_explain(app, kit, arguments, {argv + 1, argv + argc});
    } catch (const std::exception& error) {
        std::cerr << "grade: " << error.what() << '\n';
        return could_not_grade;
    }
}
