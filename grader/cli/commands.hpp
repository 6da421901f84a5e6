// The small commands of `grade`. Each prints to `out` and returns a status of exit_status.hpp;
// exceptions of the directories that they use pass through. Grading itself is in grading.hpp.
#pragma once

#include <cstdint>
#include <filesystem>
#include <iosfwd>
#include <optional>
#include <string>
#include <vector>

#include "cli/exit_status.hpp"
#include "lab/kit.hpp"

namespace grader::cli {

/// Lists the labs with their hours, the student's best mark and number of attempts, and their
/// titles, and says what is next.
ExitStatus list(const lab::Kit& kit, std::ostream& out);

/// Prints the next hint of the lab, one more at each call, or all of them.
ExitStatus hint(const lab::Kit& kit, const std::string& lab, bool all, std::ostream& out);

/// Restores the lab's skeleton and starts its hints again. The old file is kept beside it under a
/// new name.
ExitStatus reset(const lab::Kit& kit, const std::string& lab, std::ostream& out);
/// Prints answers to the questions of the lab's chapter. Throws LabError if the lab has not been
/// passed, unless the kit has its solutions, which only an instructor's has.
ExitStatus answers(const lab::Kit& kit, const std::string& lab, std::ostream& out);

/// Lists skeletons that differ from what their solutions derive to. With `write`, derives them
/// again.
ExitStatus skeletons(const lab::Kit& kit, bool write, std::ostream& out);

/// Writes an archive of these labs for students to `file`, and lists its contents.
ExitStatus release(const lab::Kit& kit, const std::vector<std::string>& labs,
                   const std::filesystem::path& file, std::ostream& out);

/// Writes an autograder for Gradescope to `file`. If neither `seed` nor `course`, which may be
/// empty, gives a seed, one is drawn and printed.
ExitStatus bundle(const lab::Kit& kit, const std::vector<std::string>& labs,
                  std::optional<std::uint64_t> seed, const std::filesystem::path& course,
                  const std::filesystem::path& file, std::ostream& out);

}  // namespace grader::cli
