// From the supervisor's fork to the program's first instruction. The program starts with every
// layer of the policy in place, or not at all.
#pragma once

#include <sys/types.h>

#include <vector>

#include "descriptor.hpp"
#include "sandbox/policy.hpp"

namespace grader::sandbox::confine {

/// Runs in the forked child and never returns: executes the program, or writes the reason for a
/// failure to `report`. `fds`: stdout, stderr, then the policy's inherited descriptors.
[[noreturn]] void become_program(const Policy& policy, const std::vector<kit_io::Descriptor>& fds,
                                 int report, pid_t supervisor);

}  // namespace grader::sandbox::confine
