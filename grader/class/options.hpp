// What an instructor asks for when a class is graded.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "class/course.hpp"

namespace grader::classes {

struct Options {
    std::filesystem::path folder, out;
    std::vector<std::string> labs = {"all"};
    std::vector<std::string> only;      // students; empty: all
    std::string backend = "auto";       // of a new class: an old one keeps its own
    std::optional<std::uint64_t> seed;  // the same
    /// When `folder` was downloaded: what is new in it was handed in by then.
    Time downloaded = std::chrono::floor<std::chrono::seconds>(std::chrono::system_clock::now());
    unsigned jobs = 0;               // side by side; 0: as many as there are cores
    std::string executor = "local";  // or "slurm"
    std::string sbatch;              // words for it, beside the kit's own
    std::filesystem::path course;    // empty: OUT/course.toml, where there is one
    bool regrade = false;            // what was graded before, too
    bool no_sandbox = false;
    bool terminal = false;
};

}  // namespace grader::classes
