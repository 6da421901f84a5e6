// The layers a program puts on before it becomes the student's: each one function, in the order
// main.cpp applies them. Each throws std::runtime_error when its promise would not hold.
#pragma once

#include "descriptor.hpp"
#include "sandbox/policy.hpp"

namespace grader::sandbox::confine {

/// The program's descriptor while it is executed: above any number it may open itself, so that
/// the filter can let through exactly this one execution.
inline constexpr int program_fd = 1000;

/// Becomes `policy.user`, without groups or capabilities. Nothing to do where it is 0.
void drop_user(const Policy& policy);
/// Address space, stack, CPU, processes, files, file size; no core dumps.
void set_limits(const Policy& policy);
/// File system by path, TCP, and signals and abstract sockets to the outside, as far as the
/// kernel knows them; none on a kernel without Landlock, which throws if `policy.landlock`.
/// Prepared before the user is dropped, who may not reach what he is to be granted: the kit may
/// lie in a folder of root's.
kit_io::Descriptor prepare_landlock(const Policy& policy);
void apply_landlock(const kit_io::Descriptor& ruleset);
/// System calls by profile. Last: afterwards hardly anything can be set up.
void apply_seccomp(const Policy& policy);

}  // namespace grader::sandbox::confine
