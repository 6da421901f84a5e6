// The location of submissions, and the sandbox to use: shared by `grade` and `grade run`.
#pragma once

#include <filesystem>
#include <string>

#include "lab/kit.hpp"
#include "sandbox/sandbox.hpp"

namespace grader::cli {

/// The folder called `from`, in the current folder or in the kit. Throws lab::LabError if there is
/// none.
std::filesystem::path submissions_folder(const lab::Kit& kit, const std::string& from);

/// Throws sandbox::SandboxError if none works, unless `without`.
sandbox::Sandbox choose_sandbox(bool without);

}  // namespace grader::cli
