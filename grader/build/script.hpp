// Submissions in Python. The result is a text that Python can parse, with the program that runs it
// in its first line, or one line that says why there is none. CUDA code in it is compiled when the
// script asks for it: see module_service.hpp.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "build/result.hpp"
#include "lab/kit.hpp"
#include "lab/lab.hpp"
#include "sandbox/sandbox.hpp"

namespace grader::build {

/// Throws BuildError if this machine lacks Python, NumPy or the program that runs the script.
Result build_script(const lab::Kit& kit, const lab::Lab& lab,
                    const std::filesystem::path& submission, Backend backend,
                    const sandbox::Sandbox& sandbox);

/// A Python submission's program is a text. Its first line, like that of other scripts, names the
/// program that runs it, and the name under which the file was handed in. Returns that program;
/// empty if this is no such text.
std::filesystem::path runner_of_script(const std::filesystem::path& program);

/// Debian's Python, which has NumPy and matplotlib.
inline constexpr const char* python = "/usr/bin/python3";

/// Additional packages: the folder named by KIT_PYTHONPATH, or "". Both backends look there for
/// NumPy; PyCUDA is taken from it on a device only.
std::string python_packages();

/// Makes these packages available to a program in Python, and Debian's matplotlib its settings
/// outside /usr.
void add_packages(sandbox::Command& command, std::vector<sandbox::Mount>& mounts);

/// A Python with packages that Debian lacks, the real PyCUDA and Numba: the one named by
/// KIT_PYTHON, by default Debian's.
std::string python_of_ones_own();

}  // namespace grader::build
