#include "tests/synthetic/grading.hpp"

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <set>
#include <stdexcept>

#include "build/shell_word.hpp"
#include "class/digest.hpp"
#include "lab/kit.hpp"

namespace synthetic {
namespace {

namespace fs = std::filesystem;
using grader::build::shell_word;

double now() {
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch())
        .count();
}

std::string content(const fs::path& file) {
    std::ifstream in(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

std::string grade_program() {
    return (grader::lab::this_kit().build / "grader/grade-bin").string();
}

std::vector<std::string> arguments_of(const Grading& grading) {
    auto all = grading.before;
    all.insert(all.end(),
               {grade_program(), "class", grading.downloads.string(), "--out", grading.out.string(),
                "--seed", "7", "--backend", "sim", "--at", "2026-12-01T12:00:00Z", "--jobs",
                std::to_string(grading.jobs), "--labs"});
    all.insert(all.end(), grading.labs.begin(), grading.labs.end());
    all.insert(all.end(), grading.more.begin(), grading.more.end());
    return all;
}

/// Called in the child process.
[[noreturn]] void become(const std::vector<std::string>& arguments,
                         const std::vector<std::string>& environment, const fs::path& words) {
    const int out = open(words.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0644);
    dup2(out, STDOUT_FILENO);
    dup2(out, STDERR_FILENO);
    for (const auto& variable : environment) putenv(const_cast<char*>(variable.c_str()));
    std::vector<char*> argv;
    for (const auto& argument : arguments) argv.push_back(const_cast<char*>(argument.c_str()));
    argv.push_back(nullptr);
    execvp(argv[0], argv.data());
    _exit(127);
}

/// Relative paths of the files to compare.
std::set<std::string> exports_in(const fs::path& out) {
    std::set<std::string> names{"marks.csv",     "marks.json", "taken.csv",
                                "doubtful.toml", "totals.csv", "report.html"};
    for (const auto& entry : fs::recursive_directory_iterator(out / "logs"))
        if (entry.is_regular_file()) names.insert(entry.path().lexically_relative(out).string());
    return names;
}

void report(const fs::path& out) {
    const auto command =
        shell_word(grade_program()) + " report " + shell_word(out.string()) + " >/dev/null 2>&1";
    if (std::system(command.c_str()) != 0)
        throw std::runtime_error("there is no report of " + out.string());
}

}  // namespace

Running::Running(const Grading& grading) : words_(grading.out), begun_(now()) {
    words_ += ".words";
    const auto arguments = arguments_of(grading);
    id_ = fork();
    if (id_ < 0) throw std::runtime_error("cannot fork");
    if (id_ == 0) become(arguments, grading.environment, words_);
}

void Running::kill() const {
    ::kill(id_, SIGKILL);
}

Ended Running::wait() {
    int status = 0;
    rusage used{};
    wait4(id_, &status, 0, &used);
    Ended ended;
    ended.status = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    ended.seconds = now() - begun_;
    for (const auto& time : {used.ru_utime, used.ru_stime})
        ended.processor_seconds +=
            static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
    ended.words = content(words_);
    return ended;
}

std::string digest_of_exports(const fs::path& out) {
    report(out);
    std::vector<grader::classes::File> exports;
    for (const auto& name : exports_in(out))
        if (fs::exists(out / name)) exports.push_back({name, content(out / name)});
    return grader::classes::digest(exports);
}

std::vector<std::string> differences(const fs::path& one, const fs::path& other) {
    for (const auto& out : {one, other}) report(out);
    auto names = exports_in(one);
    names.merge(exports_in(other));
    std::vector<std::string> different;
    for (const auto& name : names)
        if (fs::exists(one / name) != fs::exists(other / name) ||
            content(one / name) != content(other / name))
            different.push_back(name);
    return different;
}

}  // namespace synthetic
