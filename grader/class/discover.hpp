// Which file of an upload is meant for which lab. Promises that a file is taken only where nothing
// else could be meant, and that the rest is asked for; reads nothing itself.
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
    std::string skeleton;   // as students first get it
    bool compiled = false;  // else answers: a lab is not handed in by these alone
};

struct LabFiles {
    std::string slug;
    std::vector<Wanted> files;
};

using Place = std::pair<std::string, std::string>;  // a lab's slug, a file's name in it

struct Taken {
    std::string lab, name;
    std::string path;  // in the upload; empty where the skeleton stands in
    std::string content;
    std::string how;  // "as named", "renamed", "as answered", "the skeleton stands in"
};

struct Doubt {
    std::string lab, name;
    std::vector<std::string> candidates;  // paths in the upload
};

struct Discovered {
    std::vector<Taken> taken;  // labs that are handed in and not in doubt, each with all its files
    std::vector<Doubt> doubts;
    std::vector<std::string> unused;
};

/// `labs` are all of the kit's, whichever are graded: a name may be that of another lab. `answers`
/// settle doubts: a path in the upload, or nothing for "none of these". One that is no file of this
/// upload answers nothing.
Discovered discover(const std::vector<File>& files, const std::vector<LabFiles>& labs,
                    const std::map<Place, std::string>& answers);

}  // namespace grader::classes
