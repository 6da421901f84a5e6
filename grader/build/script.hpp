// Submissions in Python. Promises the grader a text that Python can read and that names what runs it,
// or one line saying why there is none. What CUDA stands in it is compiled when the script asks for
// it: see module_service.hpp.
#pragma once

#include "build/build.hpp"

namespace grader::build {

Result build_script(const lab::Kit& kit, const lab::Lab& lab,
                    const std::filesystem::path& submission, Backend backend,
                    const sandbox::Sandbox& sandbox);

/// Debian's, which has NumPy and matplotlib beside it.
inline constexpr const char* python = "/usr/bin/python3";

/// The one that has the real PyCUDA: KIT_PYTHON names it, and KIT_PYTHONPATH a folder with packages
/// of its own; by themselves they are Debian's.
struct DevicePython {
    std::string program, packages;
};
DevicePython python_for_devices();

}  // namespace grader::build
