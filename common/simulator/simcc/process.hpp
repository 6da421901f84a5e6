// Runs a command to its end and returns what it wrote.
#pragma once

#include <string>
#include <vector>

namespace cusim::simcc {

struct Finished {
    int status = 0;  ///< exit status; 128 + signal if a signal ended it
    std::string output;
    std::string errors;
};

/// The command is searched for in PATH. Throws DriverError if it cannot be started.
Finished run_process(const std::vector<std::string>& command);

}  // namespace cusim::simcc
