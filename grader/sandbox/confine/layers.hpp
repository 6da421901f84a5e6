// The layers a program puts on before it becomes the student's: each one function, in the order
// main.cpp applies them. Each throws std::runtime_error when its promise would not hold.
#pragma once

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
/// kernel knows them. Throws on a kernel without Landlock if `policy.landlock`.
void apply_landlock(const Policy& policy);
/// System calls by profile. Last: afterwards hardly anything can be set up.
void apply_seccomp(const Policy& policy);

}  // namespace grader::sandbox::confine
