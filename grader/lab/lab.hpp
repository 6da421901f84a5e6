// One lab as its own folder declares it. Promises everyone who builds, grades, derives or lists
// labs the same reading of labs/NN-slug/lab.toml; knows nothing of how a lab is graded.
#pragma once

#include <filesystem>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

namespace grader::lab {

/// What is wrong with a lab's name or declaration, in one line.
struct LabError : std::runtime_error {
    using std::runtime_error::runtime_error;
};

struct Lab {
    std::string slug;                   // "04-shared-reduction"
    std::filesystem::path folder;       // …/labs/04-shared-reduction
    std::string title;                  // one line
    bool python = false;                // language = "python": one file, with CUDA in its texts
    std::vector<std::string> editable;  // file names a student may edit and that are compiled
    std::vector<std::string> answers;   // files with answers to fill in, which are not compiled
    std::vector<std::string> given;     // further files of the lab's, beside those all labs have
    std::vector<std::string> objectives;
    std::vector<std::string> prerequisites;  // slugs
    double hours = 0;                        // 0 where not stated
    bool board = true;  // its cases estimate or take times, which the leaderboard shows
    // Arguments of the program, a run each, with which compute-sanitizer watches it on a device.
    std::vector<std::string> sanitize;
    // Arguments of the program for a picture on the page; empty: it draws none.
    std::string picture;
    // An option of the program by hand, and the lab whose submission it calls, too (a slug).
    std::map<std::string, std::string> also;

    /// The names of all that belongs into the folder. Whatever else lies there is no part of the
    /// lab.
    std::vector<std::string> files() const;

    /// What is taken of a submission: editable files and answers.
    std::vector<std::string> handed_in() const;

    /// What the lab adds to its own program, compiled with the kit. Not every lab has it.
    std::filesystem::path program_folder() const { return folder / "program"; }

    std::string number() const { return slug.substr(0, slug.find('-')); }
};

/// Reads `folder`/lab.toml. Throws LabError, with file and line, on a missing or unknown key, a
/// wrong type, or the name of a file that is not a plain file name.
Lab load(const std::filesystem::path& folder);

}  // namespace grader::lab
