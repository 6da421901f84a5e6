// An argument of a command that a shell reads.
#pragma once

#include <string>

namespace grader::build {

/// The argument in quotes, so that the shell takes it as one word, whatever is in it.
std::string shell_word(const std::string& argument);

}  // namespace grader::build
