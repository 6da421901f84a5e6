// The descendants of a process, from /proc: for tests that kill what a grader has started.
#pragma once

#include <sys/types.h>

#include <string>
#include <vector>

namespace processes {

struct Process {
    pid_t id = 0;
    std::string name;  // of the program, up to 15 characters
};

/// All descendants of `ancestor`; some may have ended when this returns.
std::vector<Process> descendants_of(pid_t ancestor);

}  // namespace processes
