// Cases that a command line names by words.
#pragma once

#include <string>
#include <vector>

#include "lab/lab.hpp"

namespace grader::cli {

/// To be called before anything is built. Throws std::invalid_argument, with what was perhaps
/// meant, if a lab has no case with these words in its name.
void expect_case(const std::vector<lab::Lab>& labs, const std::string& words);

}  // namespace grader::cli
