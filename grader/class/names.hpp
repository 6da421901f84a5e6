// What students and learning systems do to names of files and folders. Plain functions of a name;
// what follows from it is decided in discover.hpp.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace grader::classes {

/// "work.tar.gz" is "work"; a name without such an ending stays.
std::string without_archive_ending(std::string_view name);

/// By its ending: an archive or a packed file of a kind that is not read, "work.rar".
bool is_packed_otherwise(std::string_view name);

/// By its ending: a source, a file of answers, or what a browser made of one.
bool may_be_handed_in(std::string_view name);

enum class Alike { no, exactly, renamed };

/// Whether `name` is what became of a file called `wanted`: other capitals, "wanted (1).cu",
/// "wanted-2.cu", "Copy of wanted.cu", "wanted - Copy.cu", "wanted.cu.txt", or with something
/// before it: "lovelaceada_123_456_wanted.cu".
Alike alike(std::string_view name, std::string_view wanted);

/// The slug of `slugs` that a folder or the beginning of a file's name speaks of: "04-shared-…",
/// "Lab 4", "lab_04 final", "4", "shared-reduction".
std::optional<std::string> lab_meant(std::string_view component,
                                     std::span<const std::string> slugs);

/// Who an entry of a learning system's download belongs to, as a name with the system's number:
/// of Canvas' "lovelaceada_LATE_123_4567_matvec.cu" it is "lovelaceada_123", of Moodle's folder
/// "Ada Lovelace_123_assignsubmission_file_" "Ada Lovelace_123". Nothing where the name is neither.
std::optional<std::string> student_in_download(std::string_view name);

/// What ends a list of names that would be too long: "(and 7 files more)".
std::string files_more(std::size_t left_out);

/// The same name for a file in OUT: no separators, no control characters, not hidden, not too long.
std::string file_name_for(std::string_view name);

}  // namespace grader::classes
