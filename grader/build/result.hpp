// What a build gives, and what it is for.
#pragma once

#include <filesystem>
#include <stdexcept>
#include <string>

namespace grader::build {

/// The kit itself cannot build, since a part or a tool is missing. The submission is not to blame.
struct BuildError : std::runtime_error {
    using std::runtime_error::runtime_error;
};

enum class Backend { sim, cuda };

/// For a debugger, the simulator is not optimised, and kernels can stop at a thread.
enum class Purpose { grading, debugger };

struct Result {
    std::filesystem::path program;  // empty if not gradable
    std::string reason;             // why it is not gradable, in one line
    std::string details;            // messages of the compiler, also warnings on success

    bool gradable() const { return !program.empty(); }
};

}  // namespace grader::build
