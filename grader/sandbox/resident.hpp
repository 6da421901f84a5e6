// The memory that a program really uses, including everything it has started.
#pragma once

#include <sys/types.h>

#include <cstdint>

namespace grader::sandbox {

/// In bytes; 0 if the process is gone. `statm`: the file in its folder in /proc, held open.
std::uint64_t resident_bytes(int statm);

/// The same for a process and all its descendants. A process that begins or ends meanwhile may be
/// missed; the next call finds it.
std::uint64_t resident_bytes_of_family(pid_t process);

}  // namespace grader::sandbox
