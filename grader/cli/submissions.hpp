// Where submissions lie and in what they are confined: what `grade` and `grade run` share.
#pragma once

#include <filesystem>
#include <string>

#include "lab/kit.hpp"
#include "sandbox/sandbox.hpp"

namespace grader::cli {

/// The folder called `from`, sought in the current folder and then in the kit. Throws
/// lab::LabError where there is none.
std::filesystem::path submissions_folder(const lab::Kit& kit, const std::string& from);

/// Throws sandbox::SandboxError where none works and doing without was not asked for.
sandbox::Sandbox choose_sandbox(bool without);

}  // namespace grader::cli
