// Packets with descriptors over a SOCK_SEQPACKET socket: what the grader and its supervisor speak.
// Promises whole packets or a clear failure; leaves their meaning to policy.hpp and supervisor.hpp.
#pragma once

#include <sys/types.h>

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sandbox/fd.hpp"

namespace grader::sandbox {

struct Packet {
    std::string text;
    std::vector<Fd> fds;
    pid_t sender = 0;  // as this process sees it; 0 unless the socket has SO_PASSCRED
};

/// False, with errno set, when the other side is gone or the packet is too large.
bool send_packet(int socket, std::string_view text, std::span<const int> fds = {});
/// Waits for one packet; none when the other side is gone.
std::optional<Packet> receive_packet(int socket);

}  // namespace grader::sandbox
