// Submissions in Python. Promises the grader a text that Python can read and that names what runs it,
// or one line saying why there is none. What CUDA stands in it is compiled when the script asks for
// it: see module_service.hpp.
#pragma once

#include <string>
#include <vector>

#include "build/build.hpp"

namespace grader::build {

/// Throws BuildError if this machine lacks Python, NumPy or what runs the script.
Result build_script(const lab::Kit& kit, const lab::Lab& lab,
                    const std::filesystem::path& submission, Backend backend,
                    const sandbox::Sandbox& sandbox);

/// Debian's, which has NumPy and matplotlib beside it.
inline constexpr const char* python = "/usr/bin/python3";

/// Packages beside Debian's: the folder that KIT_PYTHONPATH names, or "". Both backends look there
/// for NumPy; PyCUDA is taken from it on a device only.
std::string python_packages();

/// Lets a program in Python find these, and Debian's matplotlib its settings, outside of /usr.
void add_packages(sandbox::Command& command, std::vector<sandbox::Mount>& mounts);

/// The Python that has what Debian's has not, the real PyCUDA and Numba: KIT_PYTHON names it; by
/// itself it is Debian's.
std::string python_of_ones_own();

}  // namespace grader::build
