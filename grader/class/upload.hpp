// A student's upload as files in memory.
#pragma once

#include <string>
#include <vector>

namespace grader::classes {

struct File {
    std::string path;  // in the upload, as the student named it, made printable
    std::string content;

    bool operator==(const File&) const = default;
};

/// What could not be read in an upload.
struct Trouble {
    std::string path;    // in the upload, made printable
    std::string reason;  // " cannot be unpacked: …"

    std::string words() const { return path + reason; }
    bool operator==(const Trouble&) const = default;
};

struct Upload {
    std::vector<File> files;          // by path; only those that may be handed in
    std::vector<std::string> others;  // paths of files that may not be, judged by their extensions
    std::vector<Trouble> troubles;
};

}  // namespace grader::classes
