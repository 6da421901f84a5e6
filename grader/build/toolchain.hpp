// The commands of one backend, and where the kit's own parts lie. Promises build.cpp that both
// backends look alike; runs nothing itself.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "build/build.hpp"

namespace grader::build {

using Arguments = std::vector<std::string>;

enum class Makes {
    program,
    module,  // out of one object, which wants nothing of the lab's
    object,  // with the functions that the lab asks for, for another lab's program
};

struct Toolchain {
    Makes makes = Makes::program;

    Arguments preprocess;                // + FILE -o OUT
    Arguments compile;                   // + FILE -o OUT
    bool compiles_preprocessed = false;  // FILE may be what `preprocess` made, which is vetted
    Arguments link;  // + objects, then `libraries` and `system_libraries`, -o PROGRAM
    std::vector<std::filesystem::path> objects;  // of other labs, linked along
    Arguments libraries;  // of the kit: the lab's own, where it has one, before the runner
    Arguments system_libraries;
    std::filesystem::path vetter;
    std::filesystem::path header_words;        // what the vetter knows of headers
    std::filesystem::path lab_program;         // archive with the lab's main
    std::filesystem::path lab_symbols;         // what that needs from elsewhere, as nm lists it
    std::filesystem::path simulator_symbols;   // what the simulator defines
    std::vector<sandbox::Mount> mounts;        // all of the above, read-only
    std::vector<std::filesystem::path> parts;  // files and folders a result depends on
};

/// For modules out of a text in Python.
Toolchain module_toolchain(const lab::Kit& kit, const ModuleText& module);

/// Throws BuildError when a part is missing.
Toolchain toolchain(const lab::Kit& kit, const lab::Lab& lab, Backend backend);

}  // namespace grader::build
