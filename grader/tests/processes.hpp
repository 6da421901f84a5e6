// The processes below one, as /proc lists them: for tests that end what a grader has started.
#pragma once

#include <sys/types.h>

#include <string>
#include <vector>

namespace processes {

struct Process {
    pid_t id = 0;
    std::string name;  // of the program, up to 15 letters
};

/// All that `ancestor` has started, and what these have; it may be over when this returns.
std::vector<Process> descendants_of(pid_t ancestor);

}  // namespace processes
