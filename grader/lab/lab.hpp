// A lab as declared in labs/NN-slug/lab.toml, for everything that builds, grades, derives or lists
// labs. How a lab is graded is defined elsewhere.
#pragma once

#include <filesystem>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

#include "score/points.hpp"

namespace grader::lab {

/// What is wrong with a lab's name or declaration, in one line.
struct LabError : std::runtime_error {
    using std::runtime_error::runtime_error;
};

struct Lab {
    std::string slug;                   // "04-shared-reduction"
    std::filesystem::path folder;       // …/labs/04-shared-reduction
    std::string title;                  // one line
    bool python = false;                // language = "python": one file that contains CUDA code
    std::vector<std::string> editable;  // files that a student may edit and that are compiled
    std::vector<std::string> answers;   // files with answers to fill in, which are not compiled
    std::vector<std::string> given;     // further files of the lab, beside those that all labs have
    std::vector<std::string> objectives;
    std::vector<std::string> prerequisites;  // slugs
    double hours = 0;                        // 0 if not stated
    score::RungPoints points;                // what the parts of its rungs are worth
    // The microseconds that are enough for a work, by its name: formulas in the sizes of a call.
    std::map<std::string, std::string> limits;
    bool board = true;  // has estimated or timed cases, which the leaderboard shows
    // Arguments of the program, one entry for each run under compute-sanitizer.
    std::vector<std::string> sanitize;
    // Arguments with which the program draws a picture for the page; empty if there is none.
    std::string picture;
    // An option of the program, and the lab (its slug) whose submission the program then calls as
    // well.
    std::map<std::string, std::string> also;
    // Functions that are handed out with a mistake, for the student to find, each with words in the
    // heading of its hint.
    std::map<std::string, std::string> hunts;

    /// The names of all files that belong in the folder. Other files there are not part of the lab.
    std::vector<std::string> files() const;

    /// The files taken from a submission: editable files and answers.
    std::vector<std::string> handed_in() const;

    /// Sources that the lab adds to its program, compiled with the kit. Not every lab has this
    /// folder.
    std::filesystem::path program_folder() const { return folder / "program"; }

    std::string number() const { return slug.substr(0, slug.find('-')); }
};

/// Reads `folder`/lab.toml. Throws LabError, with file and line, for a missing or unknown key, a
/// wrong type, or a file name that contains a folder.
Lab load(const std::filesystem::path& folder);

}  // namespace grader::lab
