// Builds a program from a submission. The result is either a program whose student part was vetted,
// was compiled in the sandbox, and defines nothing but what the lab asks for, or one line that says
// why there is none. The same submission is not built twice. Running the program is left to others.
#pragma once

#include <cstdint>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <vector>

#include "lab/kit.hpp"
#include "lab/lab.hpp"
#include "sandbox/sandbox.hpp"

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

/// Takes the lab's editable files from `submission` and everything else from the kit. Throws
/// BuildError or sandbox::SandboxError if nothing could be built from any submission.
Result build_submission(const lab::Kit& kit, const lab::Lab& lab,
                        const std::filesystem::path& submission, Backend backend,
                        const sandbox::Sandbox& sandbox, Purpose purpose = Purpose::grading,
                        const std::vector<std::filesystem::path>& objects = {});

/// Builds only the object file, which the result names as its program. It can be passed to
/// build_submission as one of the `objects` of another lab, which can then call its functions.
Result build_object(const lab::Kit& kit, const lab::Lab& lab,
                    const std::filesystem::path& submission, Backend backend,
                    const sandbox::Sandbox& sandbox, Purpose purpose);

/// A Python submission's program is a text. Its first line, like that of other scripts, names the
/// program that runs it, and the name under which the file was handed in. Returns that program;
/// empty if this is no such text.
std::filesystem::path runner_of_script(const std::filesystem::path& program);

/// CUDA code in a student's Python, vetted and compiled like any other submission: a module, linked
/// for the address `base`, which the lab's program loads. `defines`: options for the compiler, such
/// as "-DN=16".
struct ModuleText {
    std::string name;  // of the file that contains it
    std::string text;
    std::vector<std::string> defines;
    std::uint64_t base = 0;
};
Result build_module(const lab::Kit& kit, const lab::Lab& lab, const ModuleText& module,
                    const sandbox::Sandbox& sandbox);

/// Removes a result's program from the cache.
void forget(const Result& result);

}  // namespace grader::build
