// The layers of confinement that a program puts on before it becomes the student's: one function
// each, in the order in which main.cpp calls them. Each throws std::runtime_error if it cannot do
// what it must.
#pragma once

#include "descriptor.hpp"
#include "sandbox/policy.hpp"

namespace grader::sandbox::confine {

/// The descriptor of the program's file when it is executed. It is higher than any that the program
/// can open, so that the filter can allow exactly this execution.
inline constexpr int program_fd = 1000;

/// Changes to `policy.user`, without groups and capabilities. Does nothing if it is 0.
void drop_user(const Policy& policy);
/// Address space, stack, CPU time, processes, files, file size; no core dumps.
void set_limits(const Policy& policy);
/// Restricts files by path, TCP, and signals and abstract sockets to the outside, as far as the
/// kernel supports it. A kernel without Landlock restricts nothing; in that case this throws if
/// `policy.landlock`. Must be prepared before the user is changed, since the new user may be unable
/// to reach what he is to be granted: the kit may be in a folder of root's.
kit_io::Descriptor prepare_landlock(const Policy& policy);
void apply_landlock(const kit_io::Descriptor& ruleset);
/// Filters system calls by profile. Must come last, since hardly anything can be set up afterwards.
void apply_seccomp(const Policy& policy);

}  // namespace grader::sandbox::confine
