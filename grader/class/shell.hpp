// Runs commands of this machine with a shell, for grading or examining a class. Only for trusted
// commands.
#pragma once

#include <string>

namespace grader::classes {

struct Said {
    int status;
    std::string words;  // both outputs, without trailing line ends
};

/// Throws ClassError if it cannot be started.
Said run_command(const std::string& command);

}  // namespace grader::classes
