// The command line that puts a supervisor into namespaces of its own by way of bwrap.
#pragma once

#include <string>
#include <vector>

#include "sandbox/sandbox.hpp"

namespace grader::sandbox {

/// Where the program's scratch lies inside.
inline constexpr const char* bubblewrap_scratch = "/scratch";

/// `scratch_bytes` bounds the scratch, which lives in memory. `devices` are nodes to show beside
/// null, zero and urandom; `system` are the read-only parts of the machine.
std::vector<std::string> bubblewrap_command(const std::string& supervisor,
                                            std::uint64_t scratch_bytes,
                                            const std::vector<std::string>& system,
                                            const std::vector<std::string>& devices,
                                            const std::vector<Mount>& mounts);

}  // namespace grader::sandbox
