// Compiles each source to an object, in the order of the command line, then links.
#include "simulator/simcc/driver.hpp"

#include <csignal>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <sstream>

#include "simulator/simcc/build_tools.hpp"
#include "simulator/simcc/compiler.hpp"
#include "simulator/simcc/config.hpp"
#include "simulator/simcc/driver_error.hpp"
#include "simulator/simcc/machine/announce.hpp"
#include "simulator/simcc/machine/device_results.hpp"
#include "simulator/simcc/machine/fence.hpp"
#include "simulator/simcc/messages.hpp"
#include "simulator/simcc/process.hpp"
#include "simulator/simcc/temporary_folder.hpp"
#include "simulator/simcc/translator/architecture.hpp"
#include "simulator/simcc/translator/translate.hpp"
#include "simulator/simcc/user_files.hpp"

namespace cusim::simcc {
namespace {

/// Ends the driver after the reason has been printed.
struct Failed {};

class Driver {
  public:
    explicit Driver(const Options& options) : options_(options), compiler_(options) {}

    void run() {
        check_inputs();
        switch (options_.action) {
            case Action::preprocess:
                for (const Input& input : options_.inputs)
                    write_text(preprocess(
                        input, options_.short_prelude ? Prelude::compiled : Prelude::text));
                break;
            case Action::translate:
                for (const Input& input : options_.inputs)
                    write_text(translate(input, Prelude::text).text);
                break;
            case Action::precompile:
                precompile();
                break;
            case Action::compile:
                for (const Input& input : options_.inputs) compile_object(input);
                break;
            case Action::link:
                link();
                break;
            case Action::archive:
                carry_out(archive_command());
                break;
            case Action::device_link:
                device_link();
                break;
        }
    }

  private:
    using Prelude = Compiler::Prelude;
    /// In preprocessed text, this line stands for the compiled prelude.
    static constexpr std::string_view compiled_prelude = "#pragma GCC pch_preprocess ";

    bool links() const {
        return options_.action == Action::link || options_.action == Action::archive ||
               options_.action == Action::device_link;
    }

    void check_inputs() const {
        if (options_.action == Action::precompile) {
            if (options_.output.empty()) throw UsageError("--precompile needs -o FILE");
            return;
        }
        if (options_.inputs.empty()) throw UsageError("no input files");
        for (const Input& input : options_.inputs) {
            if (input.text.starts_with('-')) continue;
            if (!std::filesystem::exists(input.text))
                throw UsageError(input.text + ": no such file");
            if (!links() && input.language == Language::linker)
                throw UsageError(input.text + " is for the linker, and nothing is to be linked");
        }
        if (options_.action == Action::compile && !options_.output.empty() &&
            options_.inputs.size() > 1) {
            throw UsageError("-o with -c takes one input file");
        }
    }

    /// Runs the command and shows its messages. Throws Failed if the command failed.
    std::string carry_out(const Command& command, const std::vector<KernelPlace>& kernels = {}) {
        if (options_.verbose || options_.dry_run) show(command);
        if (options_.dry_run) return "";
        const Finished finished = run_process(command);
        std::cerr << present_messages(finished.errors, kernels, config::common_folder);
        if (finished.status > 128)  // it was killed before it could say so
            std::cerr << command.front() << " terminated with signal " << finished.status - 128
                      << " [" << strsignal(finished.status - 128) << "]\n";
        if (finished.status != 0) throw Failed{};
        return finished.output;
    }

    void show(const Command& command) const {
        for (const std::string& argument : command) std::cerr << argument << ' ';
        std::cerr << '\n';
    }

    std::string preprocess(const Input& input, Prelude prelude) {
        if (input.language != Language::preprocessed) {
            std::string text = carry_out(compiler_.preprocess(input, prelude));
            if (!mentions_architecture(text, config::common_folder)) return text;
            const std::string other = carry_out(compiler_.preprocess_for_device(input, prelude));
            return with_device_bodies(text, other, {input.text, config::common_folder});
        }
        return read_file(input.text);
    }

    Translation judge(const Input& input, std::string_view text) const {
        // Headers of a library from an installed toolkit are not checked themselves.
        Translation refusal;
        refusal.diagnostics = judge_user_files(lex(text, input.text), config::common_folder);
        if (refusal.refused()) return refusal;
        Translation translation = simcc::translate(
            text, {input.text, config::common_folder, options_.separate_device_code,
                   options_.relaxed_constexpr, options_.debugger, options_.shared});
        for (Diagnostic& warning : refusal.diagnostics)
            translation.diagnostics.push_back(std::move(warning));
        return translation;
    }

    /// C++ files must not use an installed toolkit's headers either, since they do not fit the
    /// simulator.
    void judge_host(const Input& input) {
        const std::string text = carry_out(compiler_.preprocess_host(input));
        Diagnostics found = judge_user_files(lex(text, input.text), config::common_folder);
        std::erase_if(found, [](const Diagnostic& d) { return d.severity != Severity::error; });
        for (const Diagnostic& diagnostic : found) std::cerr << present(diagnostic);
        if (!found.empty()) throw Failed{};
    }

    Translation translate(const Input& input, Prelude prelude) {
        const std::string text = preprocess(input, prelude);
        Translation translation = judge(input, text);
        // A declaration of the prelude may allow a call, such as the device's max() beside the
        // user's own.
        if (translation.refused() && text.find(compiled_prelude) != text.npos) {
            const std::string whole = carry_out(compiler_.preprocess_prelude()) + text;
            translation.diagnostics = judge(input, whole).diagnostics;
        }
        for (const Diagnostic& diagnostic : translation.diagnostics)
            std::cerr << present(diagnostic);
        if (translation.refused()) throw Failed{};
        return translation;
    }

    void compile(const Input& input, const std::string& object) {
        if (input.language == Language::cpp || input.language == Language::c) {
            judge_host(input);
            carry_out(compiler_.compile_host(input, object));
            return;
        }
        const Translation translation = translate(input, Prelude::compiled);
        const std::string text = temporary_.file("translated.ii");
        const std::string assembly = temporary_.file("translated.s");
        write_file(text, translation.text);
        carry_out(compiler_.compile_translated(text, assembly), translation.kernels);
        if (!options_.dry_run) write_file(assembly, announced(read_file(assembly), input.text));
        carry_out(compiler_.assemble(assembly, object));
    }

    std::string announced(const std::string& assembly, const std::string& name) const {
        try {
            // A module would have to look for the runtime's variable.
            const std::string result =
                announce_all(options_.shared ? assembly : with_device_results(assembly));
            return options_.fence ? fenced(result) : result;
        } catch (const UnknownInstruction& error) {
            throw DriverError(name + ": " + error.what());
        }
    }

    static std::string read_file(const std::string& name) {
        std::ifstream in(name, std::ios::binary);
        std::ostringstream text;
        text << in.rdbuf();
        return std::move(text).str();
    }

    static void write_file(const std::string& name, const std::string& text) {
        std::ofstream out(name, std::ios::binary);
        out << text;
        if (!out.flush()) throw DriverError("cannot write " + name);
    }

    /// Creates the file in one step and complete, since other compilations may be running.
    void precompile() {
        const std::string unfinished = options_.output + ".new";
        carry_out(compiler_.precompile(unfinished));
        std::filesystem::rename(unfinished, options_.output);
    }

    void compile_object(const Input& input) {
        const std::string object =
            options_.output.empty()
                ? std::filesystem::path(input.text).filename().replace_extension(".o").string()
                : options_.output;
        compile(input, object);
    }

    std::string named_output(const std::string& otherwise) const {
        return options_.output.empty() ? otherwise : options_.output;
    }

    /// The objects of all inputs, which are compiled where they are sources.
    std::vector<std::string> objects() {
        std::vector<std::string> parts;
        for (const Input& input : options_.inputs) {
            if (input.language == Language::linker) {
                parts.push_back(input.text);
                continue;
            }
            parts.push_back(temporary_.file(std::to_string(parts.size()) + ".o"));
            compile(input, parts.back());
        }
        return parts;
    }

    void link() {
        const std::vector<std::string> parts = objects();
        const std::string program = named_output("a.out");
        if (options_.verbose || options_.dry_run) std::cerr << link_line(parts, program);
        carry_out(compiler_.link(parts, program));
    }

    void device_link() {
        const std::string nothing = temporary_.file("nothing.s");
        // Without this section, linkers make the whole program's stack executable, and say so.
        write_file(nothing, ".section .note.GNU-stack,\"\",@progbits\n");
        carry_out(compiler_.assemble(nothing, named_output("a_dlink.o")));
    }

    Command archive_command() {
        Command command = {"ar", "rcs", named_output("a.a")};
        for (std::string& part : objects()) command.push_back(std::move(part));
        return command;
    }

    void write_text(const std::string& text) const {
        if (options_.output.empty()) {
            std::cout << text << std::flush;
            return;
        }
        write_file(options_.output, text);
    }

    const Options& options_;
    Compiler compiler_;
    TemporaryFolder temporary_;
};

void tell_what_has_no_effect(const Options& options) {
    if (options.without_effect.empty()) return;
    std::cerr << "simcc: note: no effect on the simulator:";
    for (const std::string& option : options.without_effect) std::cerr << ' ' << option;
    std::cerr << '\n';
}

/// What is written to standard error while one lives.
class Messages {
  public:
    Messages() : shown_(std::cerr.rdbuf(kept_.rdbuf())) {}
    ~Messages() { std::cerr.rdbuf(shown_); }
    Messages(const Messages&) = delete;
    Messages& operator=(const Messages&) = delete;
    std::string text() const { return kept_.str(); }

  private:
    std::ostringstream kept_;
    std::streambuf* const shown_;
};

struct Attempt {
    bool succeeded;
    std::string messages;
};

Attempt attempt(Options options, const std::string& standard) {
    options.standard = standard;
    const Messages messages;
    try {
        Driver(options).run();
        return {true, messages.text()};
    } catch (const Failed&) {
        return {false, messages.text()};
    }
}

bool run_in_one_standard(const Options& options) {
    try {
        Driver(options).run();
        return true;
    } catch (const Failed&) {
        return false;
    }
}

/// C++20, for which the prelude is compiled; C++17 where only that will do, as for nvcc.
bool run_in_either_standard(Options options) {
    if (options.dry_run || options.verbose) {
        options.standard = "c++20";
        return run_in_one_standard(options);
    }
    const Attempt newer = attempt(options, "c++20");
    const bool refused = newer.messages.find("unsupported: ") != std::string::npos;
    const Attempt older =
        newer.succeeded || refused ? Attempt{false, {}} : attempt(options, "c++17");
    if (older.succeeded)
        std::cerr << older.messages
                  << "simcc: note: compiled as C++17, nvcc's default: as C++20 "
                     "it has errors\n";
    else
        std::cerr << newer.messages;
    return newer.succeeded || older.succeeded;
}

}  // namespace

int run(const Options& options) {
    if (options.help) {
        std::cout << usage;
        return 0;
    }
    if (options.version) {
        std::cout << version_text();
        return 0;
    }
    for (int signal : {SIGINT, SIGTERM, SIGHUP}) std::signal(signal, SIG_IGN);
    setenv("LC_ALL", "C", 1);  // messages.cpp expects English messages of the compiler
    tell_what_has_no_effect(options);
    const bool done =
        options.standard.empty() ? run_in_either_standard(options) : run_in_one_standard(options);
    return done ? 0 : 1;
}

}  // namespace cusim::simcc
