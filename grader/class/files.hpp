// Reads a student's upload into memory, from a folder or from archives. No link is followed,
// archives are read only in confinement, and memory is limited. discover.hpp finds out what each
// file is.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "class/class_error.hpp"
#include "class/upload.hpp"
#include "sandbox/sandbox.hpp"

namespace grader::classes {

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
