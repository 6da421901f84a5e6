// Submissions as tools that compare them want them: a folder for each student, without the lines
// that everybody was given. Comparing is JPlag's and compare50's work.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "class/discover.hpp"
#include "class/gradebook.hpp"

namespace grader::classes {

/// Without the lines that stand in `skeleton`, too, whatever their indentation.
std::string own_lines(const std::string& text, const std::string& skeleton);

/// OUT/similar/NN-slug/students/STUDENT/FILE, of each student's submission that counts now; what
/// was there before is gone. Returns how many students there are.
int prepare_comparison(Gradebook& book, const LabFiles& lab, const std::filesystem::path& folder);

/// A comparison's page, where one of the tools has left it in that folder: relative to `out`.
std::vector<std::filesystem::path> comparisons_in(const std::filesystem::path& out,
                                                  const std::string& slug);

}  // namespace grader::classes
