// The small commands of `grade`: what each prints and returns. Promises an exit status of
// exit_status.hpp; throws the exception of the room that failed. Grading itself is in grading.hpp.
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

/// The labs with their hours, the best mark so far of how many attempts, their titles, and what is
/// next.
ExitStatus list(const lab::Kit& kit, std::ostream& out);

/// The next hint of the lab, one more at each call, or all of them.
ExitStatus hint(const lab::Kit& kit, const std::string& lab, bool all, std::ostream& out);

/// Puts the lab's skeleton back and starts its hints over; what was there is kept beside it under a
/// new name.
ExitStatus reset(const lab::Kit& kit, const std::string& lab, std::ostream& out);
/// Answers to the questions of the lab's chapter. Throws LabError before the lab has been passed,
/// but where the kit has its solutions: then who asks is an instructor.
ExitStatus answers(const lab::Kit& kit, const std::string& lab, std::ostream& out);

/// Names the skeletons that have drifted from their solutions, or, with `write`, renews them.
ExitStatus skeletons(const lab::Kit& kit, bool write, std::ostream& out);

/// Writes the archive of these labs for students to `file` and says what is in it.
ExitStatus release(const lab::Kit& kit, const std::vector<std::string>& labs,
                   const std::filesystem::path& file, std::ostream& out);

/// Writes an autograder for Gradescope to `file`; without a seed one is drawn, and told.
ExitStatus bundle(const lab::Kit& kit, const std::vector<std::string>& labs,
                  std::optional<std::uint64_t> seed, const std::filesystem::path& file,
                  std::ostream& out);

}  // namespace grader::cli
