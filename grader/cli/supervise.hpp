// Runs a helper process of the grader to its end. A crash, a hang or a flood of output in it cannot
// affect the caller. Hostile programs need the sandbox.
#pragma once

#include <chrono>
#include <filesystem>
#include <functional>
#include <stdexcept>
#include <string>
#include <vector>

namespace grader::cli {

struct SuperviseError : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// The descriptor to which a job writes its result, separate from its output.
inline constexpr int result_descriptor = 3;

struct Job {
    std::vector<std::string> argv;  // argv[0] is an absolute path
    std::string input;              // for standard input; less than 64 KiB, with what follows
    std::filesystem::path log;      // for standard output and error
    std::chrono::seconds limit{7200};
    std::size_t most_output = 16 << 20;  // bytes
    // The rest of the input, which takes a while to make. If it throws, the input ends without it,
    // and supervise throws the same when the job has ended.
    std::function<std::string()> later_input = {};
};

/// What the job wrote to result_descriptor, and how it ended.
struct Supervised {
    std::string output;
    std::string trouble;  // empty for exit status 0; "ended by signal 11 (Segmentation fault)"
};

/// Runs the job, which also ends if this process is killed. Throws SuperviseError if the job cannot
/// be started, and what Job::later_input throws.
Supervised supervise(const Job& job);

/// A description of a status from waitpid: "ended by signal 11 (Segmentation fault)"; empty for
/// exit status 0.
std::string describe_end(int status);

}  // namespace grader::cli
