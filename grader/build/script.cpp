#include "build/script.hpp"

#include <fmt/format.h>

#include <cstdlib>
#include <fstream>

#include "build/cache.hpp"
#include "build/steps.hpp"

namespace grader::build {
namespace {

namespace fs = std::filesystem;

// Parses the text as Python, and prints in one line what is wrong with it.
constexpr const char* reads = R"(
import sys
name = sys.argv[1]
try:
    compile(open(name, encoding='utf-8').read(), name, 'exec')
except SyntaxError as error:
    sys.exit(f'{name}:{error.lineno}: error: {type(error).__name__}: {error.msg}')
except ValueError as error:
    sys.exit(f'{name}: error: {error}')
)";

void check_syntax(const std::string& name, const fs::path& folder,
                  const sandbox::Sandbox& sandbox) {
    sandbox::Command command;
    command.argv = {python, "-I", "-S", "-c", reads, name};
    command.directory = folder;
    command.profile = sandbox::Profile::script;
    auto child = sandbox.run(command, sandbox::script_limits(), {{folder}});
    const auto& ended = child.wait();
    if (ended.ok()) return;
    if (ended.killed_by_others()) throw BuildError("reading " + name + " was killed");
    const bool said = ended.how == sandbox::How::exited && !ended.err.empty();
    throw NotGradable(said ? "is no Python: " + ended.err.substr(0, ended.err.find('\n'))
                           : "reading it was given up: it " + describe(ended));
}

// The program that runs the script: the lab's program on the simulator, the kit's driver on a
// device.
fs::path runner_for(const lab::Kit& kit, const lab::Lab& lab, Backend backend) {
    const auto runner = backend == Backend::sim
                            ? kit.build / "grader/build" / ("program-" + lab.slug)
                            : kit.common() / "python/on_device.py";
    if (!fs::exists(runner))
        throw BuildError(runner.string() + " is missing; build the kit first: ninja -C " +
                         kit.build.string());
    if (!fs::exists(python))
        throw BuildError(
            "no /usr/bin/python3: labs in Python need Debian's python3, python3-numpy "
            "and python3-matplotlib");
    // Both backends simulate a script at least once, and the simulator's PyCUDA also needs NumPy.
    if (!fs::exists("/usr/lib/python3/dist-packages/numpy") &&
        !fs::exists(fs::path(python_packages()) / "numpy"))
        throw BuildError(
            "no NumPy for /usr/bin/python3: install Debian's python3-numpy, or let "
            "KIT_PYTHONPATH name a folder with the package numpy");
    return runner;
}

}  // namespace

Result build_script(const lab::Kit& kit, const lab::Lab& lab, const fs::path& submission,
                    Backend backend, const sandbox::Sandbox& sandbox) {
    const fs::path runner = runner_for(kit, lab, backend);
    try {
        const Sources sources = take_sources(lab, submission);
        const auto& [name, text] = *sources.begin();
        const std::string program = fmt::format("#!{} {}\n{}", runner.string(), name, text);
        const Cache cache(kit.build / "cache", "script\n" + stamp({runner}) + program);
        if (auto known = cache.find()) return *known;
        const Stage stage(kit.build / "cache");
        write_file(stage.root() / name, text);
        check_syntax(name, stage.root(), sandbox);
        write_file(stage.root() / "program", program);
        return cache.keep({stage.root() / "program", "", ""});
    } catch (const NotGradable& refusal) {
        return {"", refusal.what(), ""};
    } catch (const vet::FileError& error) {
        return {"", error.what(), ""};
    }
}

std::string python_packages() {
    const char* const folder = std::getenv("KIT_PYTHONPATH");
    return folder && *folder ? fs::absolute(folder).string() : "";
}

void add_packages(sandbox::Command& command, std::vector<sandbox::Mount>& mounts) {
    if (const fs::path settings = "/etc/matplotlibrc"; fs::exists(settings))
        mounts.push_back({settings});
    const std::string packages = python_packages();
    if (packages.empty()) return;
    command.environment.emplace_back("PYTHONPATH", packages);
    mounts.push_back({packages});
}

std::string python_of_ones_own() {
    const char* const program = std::getenv("KIT_PYTHON");
    return program ? program : python;
}

fs::path runner_of_script(const fs::path& program) {
    std::ifstream file(program, std::ios::binary);
    std::string line(2, '\0');
    if (!file.read(line.data(), 2) || line != "#!" || !std::getline(file, line)) return {};
    return line.substr(0, line.rfind(' '));
}

}  // namespace grader::build
