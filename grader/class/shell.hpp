// Commands of the machine's that a class is graded or looked at with: trusted ones, by a shell.
#pragma once

#include <string>

namespace grader::classes {

struct Said {
    int status;
    std::string words;  // both outputs, without line ends behind them
};

/// Throws ClassError where it cannot be started.
Said run_command(const std::string& command);

/// For a shell.
std::string shell_word(const std::string& argument);

}  // namespace grader::classes
