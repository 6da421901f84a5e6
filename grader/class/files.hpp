// A student's upload as files in memory, from a folder or from archives. No link is followed,
// archives are read only in confinement, and memory is limited. discover.hpp finds out what each
// file is.
#pragma once

#include <filesystem>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "sandbox/sandbox.hpp"

namespace grader::classes {

/// What is wrong with a command for a class, in one line.
struct ClassError : std::runtime_error {
    using std::runtime_error::runtime_error;
};

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

/// An entry in the class's folder.
struct Entry {
    std::string student;
    std::vector<std::filesystem::path> paths;  // the folder, the archive, or both
};

struct Entries {
    std::vector<Entry> students;      // by name
    std::vector<std::string> others;  // files that belong to no student
};

/// The students who have handed in: folders and archives in `folder`, and the loose files of a
/// Canvas download, whose names say to whom they belong. `except` belongs to no student.
Entries entries_of(const std::filesystem::path& folder, const std::filesystem::path& except);

/// Archives inside a folder, and inside an archive (one level), are unpacked as well.
Upload read_upload(const Entry& entry, const sandbox::Sandbox& sandbox);

bool is_archive(std::string_view name);

}  // namespace grader::classes
