// gdb gets the terminal. It and the program run without a sandbox, like any program that a student
// starts.
#include "cli/debug_lab.hpp"

#include <regex.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <stdexcept>

#include "build/stage.hpp"
#include "cli/backend.hpp"

namespace grader::cli {
namespace {

namespace fs = std::filesystem;

// The runtime calls this function from the kernel's first line, in the requested thread; `finish`
// returns to the kernel. A list of "commands" must end with the one that resumes the program.
constexpr const char* script =
    "set confirm off\n"
    "set pagination off\n"
    "set debuginfod enabled off\n"
    "break cusim::detail::stop_for_debugger\n"
    "commands\n"
    "silent\n"
    "finish\n"
    "end\n"
    "run\n";

// A block or a thread: up to three numbers.
const std::string indices = "[0-9]{1,9}(,[0-9]{1,9}){0,2}";

/// Whether the whole word matches, by POSIX extended regular expressions.
bool has_form(const std::string& word, const std::string& form) {
    regex_t compiled;
    if (regcomp(&compiled, ("^(" + form + ")$").c_str(), REG_EXTENDED | REG_NOSUB) != 0)
        throw std::logic_error("no regular expression: " + form);
    const bool matches = regexec(&compiled, word.c_str(), 0, nullptr, 0) == 0;
    regfree(&compiled);
    return matches;
}

std::vector<char*> as_argv(std::vector<std::string>& words) {
    std::vector<char*> argv;
    for (std::string& word : words) argv.push_back(word.data());
    argv.push_back(nullptr);
    return argv;
}

[[noreturn]] void become(std::vector<std::string> command, const std::string& thread,
                         const fs::path& folder) {
    setenv("SIM_STOP_AT", thread.c_str(), 1);
    if (chdir(folder.c_str()) == 0) execv(command[0].c_str(), as_argv(command).data());
    _exit(127);
}

}  // namespace

fs::path find_gdb() {
    if (auto gdb = find_on_path("gdb")) return std::move(*gdb);
    throw std::runtime_error("--gdb needs gdb, which is not installed: apt-get install gdb");
}

int debug(const fs::path& gdb, const fs::path& program, const std::vector<std::string>& arguments,
          const std::string& thread, const fs::path& folder) {
    const fs::path commands = folder / "stop.gdb";
    build::write_file(commands, script);
    std::vector<std::string> command{gdb, "-q", "-x", commands, "--args", program};
    command.insert(command.end(), arguments.begin(), arguments.end());
    // gdb shares the terminal and must get the interrupts.
    const auto before = std::signal(SIGINT, SIG_IGN);
    const pid_t child = fork();
    if (child < 0) throw std::runtime_error("cannot start gdb");
    if (child == 0) {
        std::signal(SIGINT, SIG_DFL);
        become(command, thread, folder);
    }
    int status = 0;
    while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
    std::signal(SIGINT, before);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

std::string wrong_thread(const std::string& word) {
    if (has_form(word, indices + ":" + indices)) return {};
    return "'" + word + "' is not a BLOCK:THREAD, such as 2:7 or 1,0:3,2";
}

std::string wrong_block(const std::string& word) {
    if (has_form(word, indices)) return {};
    return "'" + word + "' is not a BLOCK, such as 2 or 1,0";
}

}  // namespace grader::cli
