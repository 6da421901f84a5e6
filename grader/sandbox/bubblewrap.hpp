// The command line by which bwrap starts a supervisor in new namespaces.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "sandbox/command.hpp"

namespace grader::sandbox {

/// The path of the program's scratch folder inside.
inline constexpr const char* bubblewrap_scratch = "/scratch";

/// `scratch_bytes`: the size limit of the scratch folder, which is in memory. `devices`: nodes to
/// show in addition to null, zero and urandom. `system`: the read-only parts of the machine.
std::vector<std::string> bubblewrap_command(const std::string& supervisor,
                                            std::uint64_t scratch_bytes,
                                            const std::vector<std::string>& system,
                                            const std::vector<std::string>& devices,
                                            const std::vector<Mount>& mounts);

}  // namespace grader::sandbox
