// A student's upload as files in memory, whatever it was: a folder, or archives. Promises that no
// link is followed, that archives are read in confinement only, and bounded memory; leaves the
// meaning of a file to discover.hpp.
#pragma once

#include <filesystem>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "sandbox/sandbox.hpp"

namespace grader::classes {

/// What is wrong with a command about a class, in one line.
struct ClassError : std::runtime_error {
    using std::runtime_error::runtime_error;
};

struct File {
    std::string path;  // in the upload, as the student named it, made printable
    std::string content;

    bool operator==(const File&) const = default;
};

struct Upload {
    std::vector<File> files;            // by path; only those that may be handed in
    std::vector<std::string> others;    // paths of files that may not, by their endings
    std::vector<std::string> troubles;  // "work.zip cannot be unpacked: …"
};

/// An entry of the class's folder.
struct Entry {
    std::string student;
    std::vector<std::filesystem::path> paths;  // the folder, the archive, or both
};

struct Entries {
    std::vector<Entry> students;      // by name
    std::vector<std::string> others;  // files that are nobody's
};

/// Who handed in: `folder`'s folders and archives, and the loose files of a download of Canvas',
/// whose names say whose they are. `except` is no student's.
Entries entries_of(const std::filesystem::path& folder, const std::filesystem::path& except);

/// Archives inside a folder, or inside an archive once, are unpacked too.
Upload read_upload(const Entry& entry, const sandbox::Sandbox& sandbox);

bool is_archive(std::string_view name);

}  // namespace grader::classes
