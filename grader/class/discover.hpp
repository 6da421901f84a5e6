// Finds out which file of an upload is meant for which lab. A file is taken only if nothing else
// can be meant; otherwise the instructor is asked. Reads no files itself.
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "class/files.hpp"

namespace grader::classes {

/// One file that a lab takes.
struct Wanted {
    std::string name;
    std::string skeleton;   // as students receive it
    bool compiled = false;  // false for answers, which alone do not hand in a lab
};

struct LabFiles {
    std::string slug;
    std::vector<Wanted> files;
};

using Place = std::pair<std::string, std::string>;  // a lab's slug, and one of its files

struct Taken {
    std::string lab, name;
    std::string path;  // in the upload; empty if the skeleton is used
    std::string content;
    std::string how;  // "as named", "renamed", "as answered", "the skeleton stands in"
};

struct Doubt {
    std::string lab, name;
    std::vector<std::string> candidates;  // paths in the upload
};

struct Discovered {
    std::vector<Taken> taken;  // labs handed in without doubts, each with all its files
    std::vector<Doubt> doubts;
    std::vector<std::string> unused;
};

/// `labs`: all labs of the kit, whether graded or not, since a file may be named after another one.
/// `answers` settle doubts: a path in the upload, or an empty one for "none of these". An answer
/// that names no file of this upload is ignored.
Discovered discover(const std::vector<File>& files, const std::vector<LabFiles>& labs,
                    const std::map<Place, std::string>& answers);

/// What of the lab's work may lie in what could not be read. A path that names a lab, or one of its
/// files, speaks of that lab alone. Any other may be of each lab if nothing else in the upload is
/// of use (`nothing_taken`).
std::vector<Trouble> troubles_of(const LabFiles& lab, const std::vector<LabFiles>& labs,
                                 const std::vector<Trouble>& troubles, bool nothing_taken);

}  // namespace grader::classes
