// What students and learning systems do to the names of files and folders. Pure functions of a
// name; discover.hpp decides what follows.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace grader::classes {

/// "work.tar.gz" becomes "work"; other names are not changed.
std::string without_archive_ending(std::string_view name);

/// Judged by the extension: a packed file of a kind that cannot be read, such as "work.rar".
bool is_packed_otherwise(std::string_view name);

/// Judged by the extension: a source, a file of answers, or a browser's variant of one.
bool may_be_handed_in(std::string_view name);

enum class Alike { no, exactly, renamed };

/// Whether `name` derives from a file called `wanted`: with other capitalisation, "wanted (1).cu",
/// "wanted-2.cu", "Copy of wanted.cu", "wanted - Copy.cu", "wanted.cu.txt", or with a prefix:
/// "lovelaceada_123_456_wanted.cu".
Alike alike(std::string_view name, std::string_view wanted);

/// The slug that a folder name, or the beginning of a file name, refers to: "04-shared-…", "Lab 4",
/// "lab_04 final", "4", "shared-reduction".
std::optional<std::string> lab_meant(std::string_view component,
                                     std::span<const std::string> slugs);

/// The student to whom an entry of a download belongs, as a name with the system's number:
/// "lovelaceada_123" for Canvas's "lovelaceada_LATE_123_4567_matvec.cu", "Ada Lovelace_123" for
/// Moodle's folder "Ada Lovelace_123_assignsubmission_file_". Nothing for other names.
std::optional<std::string> student_in_download(std::string_view name);

/// The end of a list of names that would be too long: "(and 7 files more)".
std::string files_more(std::size_t left_out);

/// A safe file name in OUT: no separators, no control characters, not hidden, not too long.
std::string file_name_for(std::string_view name);

}  // namespace grader::classes
