// The commands of one backend, and the paths of the kit's parts. For build.cpp, both backends look
// alike. Runs nothing itself.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "build/module_text.hpp"
#include "build/result.hpp"
#include "lab/kit.hpp"
#include "lab/lab.hpp"
#include "sandbox/command.hpp"

namespace grader::build {

using Arguments = std::vector<std::string>;

enum class Makes {
    program,
    module,  // from a single object that defines none of the lab's functions
    object,  // with the functions that the lab asks for, for another lab's program
};

struct Toolchain {
    Makes makes = Makes::program;

    Arguments preprocess;                // + FILE -o OUT
    Arguments compile;                   // + FILE -o OUT
    Arguments compile_first;             // options with which `compile` is tried first
    bool compiles_preprocessed = false;  // FILE may be the output of `preprocess`, which is vetted
    Arguments link;  // + objects, then `libraries` and `system_libraries`, -o PROGRAM
    std::vector<std::filesystem::path> objects;  // of other labs, linked too
    Arguments libraries;  // of the kit: the lab's own, if it has one, before the runner
    Arguments system_libraries;
    std::filesystem::path vetter;
    std::filesystem::path header_words;        // what the vetter knows about headers
    std::filesystem::path lab_program;         // archive with the lab's main
    std::filesystem::path lab_symbols;         // the symbols that it needs, as listed by nm
    std::filesystem::path simulator_symbols;   // what the simulator defines
    std::vector<sandbox::Mount> mounts;        // all of the above, read-only
    std::vector<std::filesystem::path> parts;  // files and folders on which a result depends
};

/// For modules from CUDA code in Python.
Toolchain module_toolchain(const lab::Kit& kit, const ModuleText& module);

/// Throws BuildError if a part is missing.
Toolchain toolchain(const lab::Kit& kit, const lab::Lab& lab, Backend backend);

}  // namespace grader::build
