#include "cli/run_lab.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <optional>
#include <ostream>
#include <stdexcept>
#include <utility>

#include "build/script.hpp"
#include "build/steps.hpp"
#include "cli/backend.hpp"
#include "cli/debug_lab.hpp"
#include "cli/exit_status.hpp"
#include "cli/predict.hpp"
#include "cli/returned_files.hpp"
#include "cli/submissions.hpp"
#include "report/sources.hpp"
#include "report/text.hpp"
#include "sandbox/sandbox.hpp"
#include "suite/starter.hpp"

namespace grader::cli {
namespace {

namespace fs = std::filesystem;

sandbox::Limits patient_limits(build::Backend backend) {
    auto limits = backend == build::Backend::sim ? sandbox::lab_limits() : sandbox::device_limits();
    limits.wall = std::chrono::minutes(5);
    limits.cpu = std::chrono::minutes(5);
    limits.output_kept = 4 << 20;
    return limits;
}

// Findings show source lines, so the program starts in the folder with its sources.
void put(const build::Sources& files, const fs::path& folder) {
    for (const auto& [name, text] : files) build::write_file(folder / name, text);
}

/// What all steps of a run need.
struct LabRun {
    const lab::Kit& kit;
    const RunOptions& options;
    const lab::Lab lab;
    const BackendChoice choice;
    const sandbox::Sandbox sandbox;
    const fs::path folder;  // of the submissions
    std::ostream &out, &err;

    bool is_debugged() const { return !options.gdb.empty(); }
    build::Purpose purpose() const {
        return is_debugged() ? build::Purpose::debugger : build::Purpose::grading;
    }
    fs::path submission() const { return folder / lab.slug; }
};

/// A file among the arguments, as in --matrix mesh.mtx: the program may read it, under its absolute
/// path.
bool is_file_to_read(const std::vector<std::string>& arguments, std::size_t i) {
    const bool is_value =
        i > 0 && arguments[i - 1].starts_with("--") && arguments[i - 1] != "--out";
    return is_value && arguments[i].find_first_of("./") != std::string::npos &&
           fs::is_regular_file(arguments[i]);
}

std::vector<sandbox::Mount> let_read(std::vector<std::string>& arguments) {
    std::vector<sandbox::Mount> files;
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        if (!is_file_to_read(arguments, i)) continue;
        arguments[i] = fs::canonical(arguments[i]);
        files.push_back({arguments[i]});
    }
    return files;
}

/// Another lab's part of the program, from the same submissions folder.
struct Along {
    lab::Lab lab;
    build::Result built;
};

/// Warns that the unfinished functions of another lab's submission give wrong results in this
/// program, too.
void say_unfinished(const lab::Lab& other, const fs::path& submission, std::ostream& err) {
    report::Sources sources;
    sources.add(other, submission);
    const auto tasks = sources.open_tasks(other.slug);
    if (tasks.empty()) return;
    err << report::printable(
        fmt::format("labs/{}/{} still has TODOs: what they ask for may be wrong here, too\n",
                    other.slug, tasks.front().substr(0, tasks.front().find(':'))));
}

/// The submissions of other labs that a run with these arguments calls. Missing ones, and ones that
/// cannot be built, are left out with a message.
std::vector<Along> build_along(const LabRun& run) {
    std::vector<Along> along;
    for (const auto& [option, slug] : run.lab.also) {
        if (!std::ranges::count(run.options.arguments, "--" + option)) continue;
        const auto other = run.kit.find(slug);
        auto built = build::build_object(run.kit, other, run.folder / other.slug,
                                         run.choice.backend, run.sandbox, run.purpose());
        if (built.gradable()) {
            say_unfinished(other, run.folder / other.slug, run.err);
            along.push_back({other, std::move(built)});
        } else
            run.err << report::printable(
                fmt::format("{}: {}; --{} goes without it\n", slug, built.reason, option));
    }
    return along;
}

/// A close-up would answer the questions of the prediction. Throws std::runtime_error.
void expect_predicted(const lab::Lab& lab, const std::vector<std::string>& arguments,
                      const std::vector<std::string>& to_predict) {
    const auto function = std::ranges::find(arguments, "--function");
    const bool named = function != arguments.end() && function + 1 != arguments.end();
    for (const std::string& open : to_predict)
        if (!named || open == *(function + 1))
            throw std::runtime_error(
                fmt::format("--explain shows what predict.toml asks of {}: predict it first, with "
                            "./grader/grade predict {}",
                            open, lab.number()));
}

sandbox::Command command_for(const LabRun& run, const fs::path& program, const fs::path& sources,
                             const std::vector<std::string>& to_predict) {
    const RunOptions& options = run.options;
    sandbox::Command command;
    command.directory = sources;
    command.argv = {program.string()};
    command.environment = {{"SIM_DEVICE", run.choice.device}};
    if (!to_predict.empty())
        command.environment.emplace_back("KIT_TO_PREDICT",
                                         fmt::format("{}", fmt::join(to_predict, ",")));
    if (options.explain) command.environment.emplace_back("SIM_EXPLAIN", "1");
    if (options.audit) command.environment.emplace_back("SIM_AUDIT", "1");
    if (!options.order.empty()) command.environment.emplace_back("SIM_ORDER", options.order);
    if (!options.explained_block.empty())
        command.environment.emplace_back("SIM_EXPLAIN_BLOCK", options.explained_block);
    command.profile = run.choice.backend == build::Backend::sim ? sandbox::Profile::lab
                                                                : sandbox::Profile::device;
    return command;
}

/// The simulator's own views are not available on a device, nor for a Python lab run by hand.
/// Throws std::runtime_error.
BackendChoice backend_of(const lab::Lab& lab, const RunOptions& options) {
    const bool debugging = !options.gdb.empty();
    if (options.backend == "cuda") {
        const char* const why = debugging         ? "--gdb stops threads of the simulator"
                                : options.explain ? "--explain shows what the simulator saw"
                                : options.audit   ? "--audit is of the simulator"
                                                  : nullptr;
        if (why) throw std::runtime_error(fmt::format("{}: leave out --backend cuda", why));
    }
    const bool simulated = debugging || options.explain || options.audit;
    const auto choice = choose_backend(simulated ? "sim" : options.backend);
    if (lab.python && (choice.backend == build::Backend::cuda || debugging))
        throw std::runtime_error("a lab in Python runs by hand on the simulator; with a GPU, run " +
                                 lab.editable.front() + " by itself");
    return choice;
}

void show_output(const sandbox::Ended& ended, const LabRun& run) {
    run.out << report::printable(ended.out) << std::flush;
    run.err << report::printable(ended.err);
}

/// Runs the program to its end and shows what it prints.
int run_program(const LabRun& run, const fs::path& program, sandbox::Command command) {
    const auto files = ReturnedFiles::wanted(run.options.arguments);
    std::vector<sandbox::Inherited> inherited;
    if (files) {
        command.environment.push_back(files->variable());
        inherited.push_back(files->descriptor());
    }
    auto arguments = run.options.arguments;
    auto mounts = let_read(arguments);
    mounts.insert(mounts.end(), {{program.parent_path()}, {command.directory}});
    std::optional<suite::Script> script;
    if (run.lab.python) {
        script = suite::start_script(run.sandbox, run.kit, run.lab, program);
        command.argv = {build::runner_of_script(program).string()};
        mounts.push_back({command.argv.front()});
        suite::give_script(*script, command, mounts, inherited);
    }
    command.argv.insert(command.argv.end(), arguments.begin(), arguments.end());
    auto child = run.sandbox.run(command, patient_limits(run.choice.backend), mounts, inherited);
    const auto& ended = child.wait();
    if (script) {
        script->process->kill();
        show_output(script->process->wait(), run);
    }
    show_output(ended, run);
    if (files && ended.ok())
        files->write(run.kit, run.sandbox, run.options.plots);
    else if (files && ended.how == sandbox::How::exited && ended.code == below_full_marks)
        run.err << fmt::format("{}: nothing is saved, since not all is right\n", run.lab.slug);
    if (ended.how == sandbox::How::exited) return ended.code;
    run.err << fmt::format("{}: {}\n", run.lab.slug, sandbox::describe(ended));
    return could_not_grade;
}

}  // namespace

int run_lab(const lab::Kit& kit, const RunOptions& options, std::ostream& out, std::ostream& err) {
    const auto gdb = options.gdb.empty() ? fs::path() : find_gdb();
    const auto lab = kit.find(options.lab);
    const auto choice = backend_of(lab, options);
    const LabRun run{kit,
                     options,
                     lab,
                     choice,
                     choose_sandbox(options.no_sandbox),
                     submissions_folder(kit, options.from),
                     out,
                     err};
    const auto to_predict = open_questions(kit, lab, run.submission());
    if (options.explain) expect_predicted(lab, options.arguments, to_predict);
    const auto along = build_along(run);
    std::vector<fs::path> objects;
    for (const Along& other : along) objects.push_back(other.built.program);
    const auto built = build::build_submission(kit, lab, run.submission(), choice.backend,
                                               run.sandbox, run.purpose(), objects);
    if (!built.gradable()) {
        err << report::printable(fmt::format("{}: {}\n{}", lab.slug, built.reason, built.details));
        return could_not_grade;
    }
    const build::Stage sources(kit.build / "run");
    for (const Along& other : along)
        put(build::take_sources(other.lab, run.folder / other.lab.slug), sources.root());
    put(build::local_files(lab), sources.root());
    put(build::take_sources(lab, run.submission()), sources.root());
    if (run.is_debugged())
        return debug(gdb, built.program, options.arguments, options.gdb, sources.root());
    return run_program(run, built.program,
                       command_for(run, built.program, sources.root(), to_predict));
}

}  // namespace grader::cli
