// Prepares submissions for tools that compare them, JPlag and compare50: one folder for each
// student, without the lines that all students were given.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "class/discover.hpp"
#include "class/gradebook.hpp"

namespace grader::classes {

/// Removes lines that also occur in `skeleton`, ignoring indentation.
std::string own_lines(const std::string& text, const std::string& skeleton);

/// Writes OUT/similar/NN-slug/students/STUDENT/FILE for each student's submission that counts,
/// replacing earlier contents. Returns the number of students.
int prepare_comparison(Gradebook& book, const LabFiles& lab, const std::filesystem::path& folder);

/// Pages with comparisons that one of the tools has left in that folder; paths relative to `out`.
std::vector<std::filesystem::path> comparisons_in(const std::filesystem::path& out,
                                                  const std::string& slug);

}  // namespace grader::classes
