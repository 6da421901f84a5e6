// Packets with descriptors over a SOCK_SEQPACKET socket: what the grader speaks with its supervisor
// and with a lab program. Promises whole packets or an answer why not, whatever a hostile peer
// sends; knows nothing of what they say.
#pragma once

#include <sys/types.h>

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "descriptor.hpp"

namespace kit_io {

struct Packet {
    std::string text;
    std::vector<Descriptor> descriptors;
    pid_t sender = 0;  // as this process sees it; 0 unless the socket has SO_PASSCRED
    bool cut = false;  // the text was longer than there was room for
};

/// What one packet may bring. Descriptors beyond these are closed unseen, so that a peer cannot
/// fill this process's table; where none are taken, nor is the sender.
struct Room {
    std::size_t text = 128 << 10;
    std::size_t descriptors = 64;
};

/// False, with errno set, when the other side is gone or the packet is too large for any Room.
bool send_packet(int socket, std::string_view text, std::span<const int> descriptors = {});
/// Waits for one packet; none when the other side is gone.
std::optional<Packet> receive_packet(int socket, const Room& room = {});

}  // namespace kit_io
