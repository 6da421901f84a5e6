// The options for grading a class.
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
    std::vector<std::string> only;      // students; if empty, all
    std::string backend = "auto";       // for a new class; an old one keeps its own
    std::optional<std::uint64_t> seed;  // the same
    /// When `folder` was downloaded: new files in it were handed in by then.
    Time downloaded = std::chrono::floor<std::chrono::seconds>(std::chrono::system_clock::now());
    unsigned jobs = 0;                 // in parallel; 0: as many as there are cores, or devices
    std::vector<std::string> devices;  // that this process sees: suite::Request::visible_device
    std::string executor = "local";    // or "slurm"
    std::string sbatch;                // arguments for sbatch, in addition to the kit's
    std::filesystem::path course;      // if empty: OUT/course.toml, if it exists
    score::OfHidden hidden = score::OfHidden::all;  // what logs show of hidden cases
    bool regrade = false;                           // also what was graded before
    bool no_sandbox = false;
    bool terminal = false;
};

}  // namespace grader::classes
