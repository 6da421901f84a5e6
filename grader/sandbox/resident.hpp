// How much memory a program really uses, with all it has started.
#pragma once

#include <sys/types.h>

#include <cstdint>

namespace grader::sandbox {

/// Bytes; 0 for a process that is gone. `proc` is its folder in /proc, held open.
std::uint64_t resident_bytes(int proc);

/// The same for a process, its children, theirs, and so on. What it misses by a process that ends
/// or begins meanwhile, the next look finds.
std::uint64_t resident_bytes_of_family(pid_t process);

}  // namespace grader::sandbox
