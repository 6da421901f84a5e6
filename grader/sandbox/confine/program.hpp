// From the supervisor's fork to the program's first instruction. Promises that the program starts
// with every layer of the policy on, or not at all.
#pragma once

#include <sys/types.h>

#include <vector>

#include "descriptor.hpp"
#include "sandbox/policy.hpp"

namespace grader::sandbox::confine {

/// Runs in the forked child and never returns: executes the program or writes to `report` why
/// not. `fds` are stdout, stderr, then the policy's inherited ones.
[[noreturn]] void become_program(const Policy& policy, const std::vector<kit_io::Descriptor>& fds,
                                 int report, pid_t supervisor);

}  // namespace grader::sandbox::confine
