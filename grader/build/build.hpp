// Builds a program from a submission. The result is either a program whose student part was vetted,
// was compiled in the sandbox, and defines nothing but what the lab asks for, or one line that says
// why there is none. The same submission is not built twice. Running the program is left to others.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "build/module_text.hpp"
#include "build/result.hpp"
#include "lab/kit.hpp"
#include "lab/lab.hpp"
#include "sandbox/sandbox.hpp"

namespace grader::build {

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

/// Vets and compiles it like any other submission.
Result build_module(const lab::Kit& kit, const lab::Lab& lab, const ModuleText& module,
                    const sandbox::Sandbox& sandbox);

/// Removes a result's program from the cache.
void forget(const Result& result);

}  // namespace grader::build
