// Packets with descriptors over a SOCK_SEQPACKET socket, for the grader and its supervisor, and the
// grader and a lab program. Packets arrive whole or the reason is returned, whatever a hostile peer
// sends. What the packets mean is defined elsewhere.
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
    pid_t sender = 0;  // as seen by this process; 0 without SO_PASSCRED
    bool cut = false;  // the text was too long
};

/// The limits for one packet. Further descriptors are closed at once, so that a peer cannot fill
/// this process's table. If no descriptors are accepted, the sender is not determined either.
struct Room {
    std::size_t text = 128 << 10;
    std::size_t descriptors = 64;
};

/// Returns false, with errno set, if the other end is closed or the packet is too large for any
/// Room.
bool send_packet(int socket, std::string_view text, std::span<const int> descriptors = {});
/// Waits for a packet; returns nothing if the other end is closed.
std::optional<Packet> receive_packet(int socket, const Room& room = {});

}  // namespace kit_io
