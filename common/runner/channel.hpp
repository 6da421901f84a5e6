// One end of the SOCK_SEQPACKET socket between grader and lab program. Packets with their
// descriptors arrive whole, or the reason is returned. What they mean is defined elsewhere.
#pragma once

#include <chrono>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "packet.hpp"

namespace runner {

class Channel {
  public:
    explicit Channel(kit_io::Descriptor socket) : socket_(std::move(socket)) {}

    /// Both ends of a new socket. Neither is inherited across exec.
    static std::pair<Channel, kit_io::Descriptor> make();

    /// Throws ProtocolError if the text is too long or the other end is closed.
    void send(std::string_view text, std::span<const int> descriptors = {});

    enum class Trouble { none, closed, timed_out, oversized };
    struct Received {
        Trouble trouble = Trouble::none;
        kit_io::Packet packet;
    };
    /// Waits for a packet, without a limit for ever. Descriptors beyond `most_descriptors` are
    /// closed at once, so that a hostile peer cannot fill this process's table.
    Received receive(std::optional<std::chrono::milliseconds> limit, std::size_t most_descriptors);

  private:
    kit_io::Descriptor socket_;
};

}  // namespace runner
