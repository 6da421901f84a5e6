#include "build/steps.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <csignal>
#include <iterator>
#include <utility>

#include "build/shell_word.hpp"
#include "build/tool_words.hpp"

namespace grader::build {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t most_symbols = 4u << 20;  // size of the symbol list in bytes
constexpr std::size_t most_words = 64u << 10;   // bytes of the tools' messages that are kept
constexpr int step_killed = 99, first_step_failed = 100;  // exit statuses of the steps' script

bool is_header(const fs::path& path) {
    const auto extension = path.extension();
    return extension == ".hpp" || extension == ".h" || extension == ".cuh";
}

// Removes the name of a temporary folder, which does not exist any more when someone reads the
// text.
std::string without(std::string words, const std::string& folder) {
    for (std::size_t at; (at = words.find(folder)) != words.npos;) words.erase(at, folder.size());
    return words;
}

Arguments with(Arguments arguments, std::initializer_list<std::string> more) {
    arguments.insert(arguments.end(), more);
    return arguments;
}

}  // namespace

Sources take_sources(const lab::Lab& lab, const fs::path& submission) {
    if (!fs::is_directory(submission))
        throw vet::FileError("no folder " + submission.filename().string() + " to grade");
    Sources sources;
    for (const auto& name : lab.editable) sources[name] = vet::take_source(submission, name);
    return sources;
}

Sources local_files(const lab::Lab& lab) {
    Sources files;
    for (const auto& name : lab.files())
        if (is_header(name) && !std::ranges::count(lab.editable, name))
            files[name] = read_file(lab.folder / name);
    return files;
}

Steps::Steps(const Toolchain& tools, const lab::Lab& lab, const Sources& sources,
             const Stage& stage, const sandbox::Sandbox& sandbox)
    : tools_(tools),
      lab_(lab),
      sources_(sources),
      sandbox_(sandbox),
      src_(stage.root() / "src"),
      out_(stage.root() / "out") {
    fs::create_directory(src_);
    fs::create_directory(out_);
    for (const auto& [name, text] : local_files(lab)) write_file(src_ / name, text);
    for (const auto& [name, text] : sources) write_file(src_ / name, text);
    for (std::size_t i = 0; i < tools.objects.size(); ++i)
        fs::copy_file(tools.objects[i], other_object(i));
}

// Compilers recognise an object by its extension.
fs::path Steps::other_object(std::size_t i) const {
    return src_ / fmt::format("other{}.o", i);
}

fs::path Steps::preprocessed(const std::string& name) const {
    return out_ / (name + ".ii");
}

fs::path Steps::object(const std::string& name) const {
    return out_ / (name + ".o");
}

fs::path Steps::program() const {
    return out_ / "program";
}

std::vector<Steps::Step> Steps::all_steps() const {
    Arguments headers;
    for (const auto& [name, text] : local_files(lab_)) headers.push_back(name);
    for (const auto& [name, text] : sources_) headers.push_back(name);
    std::vector<Step> steps;
    for (const auto& [name, text] : sources_) {
        const bool expanded = !not_preprocessed_.contains(name);
        Arguments vet{tools_.vetter, name, expanded ? preprocessed(name).string() : "-",
                      tools_.header_words};
        vet.insert(vet.end(), headers.begin(), headers.end());
        if (expanded)
            steps.push_back({Tool::preprocess, name,
                             with(tools_.preprocess, {name, "-o", preprocessed(name)})});
        steps.push_back({Tool::vet, name, vet});
    }
    for (const auto& [name, text] : sources_)
        if (!is_header(name)) steps.push_back(compiling(name));
    for (auto& step : linking()) steps.push_back(std::move(step));
    return steps;
}

Steps::Step Steps::compiling(const std::string& name) const {
    Arguments compile = tools_.compile;
    if (!compile_as_is_)
        compile.insert(compile.end(), tools_.compile_first.begin(), tools_.compile_first.end());
    const bool vetted = tools_.compiles_preprocessed && !not_preprocessed_.contains(name);
    const std::string from = vetted ? preprocessed(name).string() : name;
    return {Tool::compile, name, with(compile, {from, "-o", object(name)})};
}

std::vector<Steps::Step> Steps::linking_a_module() const {
    const std::string only = object(sources_.begin()->first);
    return {{Tool::list_symbols,
             "",
             {"/usr/bin/nm", "--target=elf64-little", "--format=posix", "--extern-only", only}},
            {Tool::link, "", with(tools_.link, {only, "-o", program()})}};
}

std::vector<Steps::Step> Steps::linking() const {
    if (tools_.makes == Makes::module) return linking_a_module();
    const bool ends_here = tools_.makes == Makes::object;
    const std::string all = out_ / "all.o",
                      submission = ends_here ? program() : out_ / "submission.o";
    Arguments merge{"/usr/bin/ld", "-r", "--force-group-allocation", "-o", all};
    for (const auto& [name, text] : sources_)
        if (!is_header(name)) merge.push_back(object(name));
    // With an explicit target, nm does not load every compiler's plug-in for link-time
    // optimisation, which would take ten times as long.
    const Arguments list{"/usr/bin/nm", "--target=elf64-little", "--format=posix", "--extern-only",
                         all};
    const Arguments hide{"/usr/bin/objcopy", "--keep-global-symbols=interface", all, submission};
    std::vector<Step> steps{
        {Tool::merge, "", merge}, {Tool::list_symbols, "", list}, {Tool::hide_symbols, "", hide}};
    if (ends_here) return steps;
    Arguments link = with(tools_.link, {tools_.lab_program, submission});
    for (std::size_t i = 0; i < tools_.objects.size(); ++i) link.push_back(other_object(i));
    for (const auto& libraries : {tools_.libraries, tools_.system_libraries})
        link.insert(link.end(), libraries.begin(), libraries.end());
    steps.push_back({Tool::link, "", with(link, {"-o", program()})});
    return steps;
}

// One after the other, but files are compiled side by side, since a compiler uses a single core.
// Their messages come in the order of the files.
std::string Steps::script_of(const std::vector<Step>& steps) const {
    std::string script, results;
    for (std::size_t i = 0; i < steps.size(); ++i) {
        std::string line;
        for (const auto& argument : steps[i].command) line += shell_word(argument) + ' ';
        const auto or_exit = fmt::format("|| exit $(($? == {} ? {} : {}))\n", 128 + SIGKILL,
                                         step_killed, first_step_failed + i);
        if (steps[i].tool == Tool::compile) {
            const std::string words = shell_word(object(steps[i].file).string() + ".words");
            script += fmt::format("{}2> {} & p{}=$!\n", line, words, i);
            results += fmt::format("{{ wait $p{0}; status=$?; cat {1} >&2; (exit $status); }} {2}",
                                   i, words, or_exit);
            continue;
        }
        script += std::exchange(results, {}) + line + or_exit;
    }
    return script;
}

Steps::InTurn Steps::run_in_turn(const std::vector<Step>& steps) {
    sandbox::Command command;
    command.argv = {"/bin/sh", "-c", script_of(steps)};
    command.directory = src_;
    command.profile = sandbox::Profile::compile;
    auto limits = sandbox::compile_limits();
    limits.output_kept = most_symbols;
    auto mounts = tools_.mounts;
    mounts.push_back({src_});
    mounts.push_back({out_, true});
    sandbox::Child child = sandbox_.run(command, limits, mounts);
    auto ended = child.wait();
    ended.err = without(ended.err.substr(0, most_words), src_.string() + "/");
    // Killed by someone, or for lack of memory: the submission is not to blame.
    if (ended.killed_by_others() ||
        (ended.how == sandbox::How::exited && ended.code == step_killed) ||
        (!ended.ok() && tells_of_a_killed_tool(ended.err)))
        throw BuildError("a tool was killed, and not by the grader");
    if (ended.how != sandbox::How::exited)
        throw NotGradable("compiling was given up: it " + describe(ended));
    if (ended.ok()) return {std::move(ended), nullptr};
    const auto failed = static_cast<std::size_t>(ended.code - first_step_failed);
    if (failed >= steps.size()) throw BuildError("sh: " + ended.err);
    return {std::move(ended), &steps[failed]};
}

fs::path Steps::build() {
    std::string keep;
    for (const auto& symbol : interface()) keep += symbol + '\n';
    write_file(src_ / "interface", keep);
    while (true) {
        const auto steps = all_steps();
        const auto [ended, failed] = run_in_turn(steps);
        if (failed && failed->tool == Tool::preprocess) {
            // It is then vetted only as written, and compiling it reports what is wrong.
            not_preprocessed_.insert(failed->file);
            continue;
        }
        if (failed && failed->tool == Tool::compile && !tools_.compile_first.empty() &&
            !std::exchange(compile_as_is_, true))
            continue;
        words_ = ended.err;
        // Before a failed link is reported, check whether the submission uses a symbol that is not
        // allowed.
        if (!failed || failed->tool == Tool::link) {
            if (ended.out.size() >= most_symbols)
                throw NotGradable("it has too many symbols to look at");
            vet_symbols(vet::read_symbols(ended.out));
        }
        if (failed) refuse(*failed, ended);
        if (!not_preprocessed_.empty())
            throw NotGradable(*not_preprocessed_.begin() + ": cannot be preprocessed");
        if (!fs::is_regular_file(fs::symlink_status(program())))
            throw BuildError("no program was made");
        return program();
    }
}

void Steps::refuse(const Step& failed, const sandbox::Ended& ended) {
    switch (failed.tool) {
        case Tool::vet:
            if (ended.out.empty()) throw BuildError("the vetter could not look: " + ended.err);
            words_ += ended.out;
            throw NotGradable(ended.out.substr(0, ended.out.find('\n')));
        case Tool::compile:
            if (tells_of_a_broken_compiler(ended.err))
                throw BuildError("the compiler does not work here: " + ended.err);
            throw NotGradable("does not compile: " + first_error(ended.err));
        case Tool::merge:
        case Tool::link:
            if (!tells_of_a_bad_object(ended.err))
                throw BuildError("the linker does not work here: " + ended.err);
            throw NotGradable("does not link: " + first_error(ended.err));
        case Tool::preprocess:
        case Tool::list_symbols:
        case Tool::hide_symbols:
            break;
    }
    throw BuildError("binutils: " + ended.err);
}

// The symbols that the lab's main calls and neither the libraries nor the kit define. Optional ones
// belong to another lab.
std::vector<std::string> Steps::interface() const {
    if (tools_.makes == Makes::module) return {};
    const auto needed = vet::read_symbols(read_file(tools_.lab_symbols));
    auto symbols = needed.undefined;
    std::erase_if(symbols, [&](const std::string& symbol) {
        const bool function =
            symbol.starts_with("_Z") && symbol.size() > 2 && symbol[2] >= '0' && symbol[2] <= '9';
        return !function || std::ranges::count(needed.weak, symbol);
    });
    return symbols;
}

void Steps::vet_symbols(const vet::Symbols& symbols) {
    for (const auto& symbol : interface())
        if (!std::ranges::count(symbols.defined, symbol))
            throw NotGradable(vet::readable(symbol) + " is not defined; lab.hpp declares it");
    const auto offered = vet::read_symbols(read_file(tools_.simulator_symbols)).defined;
    const std::set<std::string> simulator(offered.begin(), offered.end());
    std::vector<std::pair<std::string, vet::Problem>> problems;  // with the file
    for (const auto& [name, text] : sources_) {
        auto found = vet::vet_symbols(symbols.undefined, simulator, text);
        if (tools_.makes == Makes::module)
            std::ranges::move(vet::vet_for_kernels(symbols.undefined, text),
                              std::back_inserter(found));
        for (auto& problem : found) {
            const auto known = std::ranges::find_if(
                problems, [&](const auto& each) { return each.second.text == problem.text; });
            if (known == problems.end())
                problems.emplace_back(name, std::move(problem));
            else if (known->second.line == 0 && problem.line > 0)
                *known = {name, std::move(problem)};  // this file has the name
        }
    }
    if (problems.empty()) return;
    std::string lines;
    for (const auto& [name, problem] : problems)
        lines += name + (problem.line > 0 ? ":" + std::to_string(problem.line) : "") + ": " +
                 problem.text + '\n';
    words_ += lines;
    throw NotGradable(lines.substr(0, lines.find('\n')));
}

}  // namespace grader::build
