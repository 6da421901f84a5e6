// From a submission to a program. Promises the grader either a program whose student part was
// vetted, was compiled in the sandbox, and defines nothing but what the lab asks for, or one line
// saying why there is none. The same submission is not built twice. Running it is others' work.
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

/// The kit itself cannot build: a part or a tool is missing. No submission's fault.
struct BuildError : std::runtime_error {
    using std::runtime_error::runtime_error;
};

enum class Backend { sim, cuda };

/// For a debugger the simulator's code is not optimised, and its kernels can stop.
enum class Purpose { grading, debugger };

struct Result {
    std::filesystem::path program;  // empty when not gradable
    std::string reason;             // not gradable: one line
    std::string details;            // the compiler's words, and warnings of a success

    bool gradable() const { return !program.empty(); }
};

/// Takes the lab's editable files from `submission`, everything else from the kit. Throws
/// BuildError or sandbox::SandboxError when nothing could be built whatever was handed in.
Result build_submission(const lab::Kit& kit, const lab::Lab& lab,
                        const std::filesystem::path& submission, Backend backend,
                        const sandbox::Sandbox& sandbox, Purpose purpose = Purpose::grading,
                        const std::vector<std::filesystem::path>& objects = {});

/// The same up to the object file, which the result names as its program. Given to build_submission
/// as one of `objects` of another lab, its functions can be called there, too.
Result build_object(const lab::Kit& kit, const lab::Lab& lab,
                    const std::filesystem::path& submission, Backend backend,
                    const sandbox::Sandbox& sandbox, Purpose purpose);

/// A program in Python is a text: its first line names the program that runs it and the file it was
/// handed in as, as other scripts name theirs. That program; empty where this is no such text.
std::filesystem::path runner_of_script(const std::filesystem::path& program);

/// CUDA out of a student's Python, vetted and compiled like any other submission: a module, linked
/// for `base`, which the lab's program loads. `defines`: as the compiler takes them, "-DN=16".
struct ModuleText {
    std::string name;  // of the file that it stands in
    std::string text;
    std::vector<std::string> defines;
    std::uint64_t base = 0;
};
Result build_module(const lab::Kit& kit, const lab::Lab& lab, const ModuleText& module,
                    const sandbox::Sandbox& sandbox);

/// Removes a result's program from what is kept of earlier builds.
void forget(const Result& result);

}  // namespace grader::build
