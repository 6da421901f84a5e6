// A helper process of the grader's own, run to its end. Promises the caller that a crash, a hang or
// a flood in it stays in it; leaves confining hostile programs to the sandbox.
#pragma once

#include <chrono>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <vector>

namespace grader::cli {

struct SuperviseError : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// Where a job writes its result: apart from what it prints.
inline constexpr int result_descriptor = 3;

struct Job {
    std::vector<std::string> argv;  // argv[0] is an absolute path
    std::string input;              // given on standard input; below 64 KiB
    std::filesystem::path log;      // receives standard output and error
    std::chrono::seconds limit{7200};
    std::size_t most_output = 16 << 20;  // bytes
};

/// What the job wrote to result_descriptor and how it ended.
struct Supervised {
    std::string output;
    std::string
        trouble;  // empty after exit status 0; else "ended by signal 11 (Segmentation fault)"
};

/// Runs the job. It ends with this process if that is killed. Throws SuperviseError where the job
/// cannot be started.
Supervised supervise(const Job& job);

/// "ended by signal 11 (Segmentation fault)" for what waitpid says of a process; empty after exit
/// status 0.
std::string describe_end(int status);

}  // namespace grader::cli
