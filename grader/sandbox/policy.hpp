// What the grader tells the supervisor (confine/) about one program: everything that must be in
// place before its first instruction. Both sides use this definition; confine/ implements it.
//
// The protocol, over one SOCK_SEQPACKET socket:
//   grader → supervisor   the policy, with stdout, stderr and the inherited descriptors
//   program → grader      "ready" (the kernel adds the sender's pid); it waits
//   grader → program      "go"
//   supervisor → grader   "started", or "failed: why"
//   grader → supervisor   "kill", or the socket closes: both end the program and all it started
//   supervisor → grader   the End, once nothing is left running
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace grader::sandbox {

/// The number of the socket in the supervisor.
inline constexpr int supervisor_socket = 3;

struct Policy {
    std::vector<std::string> argv;
    std::vector<std::string> environment;  // "NAME=value"
    std::string directory;
    std::string own_scratch;  // a folder to remove after the program has ended; may be empty

    int profile = 0;        // Profile
    bool confined = true;   // Landlock and seccomp; limits always apply
    bool landlock = false;  // must succeed: nothing else protects the file system
    uid_t user = 0;         // to change to; 0: no change
    bool any_mode = false;  // the new user may use files whatever their modes; Landlock decides
    std::vector<std::string> readable, writable, devices;
    std::vector<int> inherited;  // the number of each descriptor in the program

    std::uint64_t address_space = 0, stack = 0, file_size = 0, cpu_seconds = 0;
    std::uint32_t processes = 0, open_files = 0;  // processes 0: no limit
};

/// How the program ended, as seen by its supervisor.
struct End {
    int status = 0;  // as from wait4()
    std::uint64_t cpu_microseconds = 0, peak_resident = 0;
};

std::string encode(const Policy& policy);
std::string encode(const End& end);
/// These throw nlohmann::json::exception for text that encode() did not write.
Policy decode_policy(std::string_view text);
End decode_end(std::string_view text);

}  // namespace grader::sandbox
