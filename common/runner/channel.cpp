#include "runner/channel.hpp"

#include <poll.h>
#include <sys/socket.h>

#include <cerrno>
#include <cstring>

#include "runner/protocol.hpp"

namespace runner {

namespace {

// Returns false if the time has run out.
bool wait_for_packet(int socket, std::chrono::milliseconds limit) {
    const auto end = std::chrono::steady_clock::now() + limit;
    while (true) {
        const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(
            end - std::chrono::steady_clock::now());
        pollfd entry{socket, POLLIN, 0};
        const int ready = poll(&entry, 1, left.count() > 0 ? static_cast<int>(left.count()) : 0);
        if (ready > 0) return true;
        if (ready == 0) return false;
        if (errno != EINTR) throw ProtocolError(std::string("poll: ") + std::strerror(errno));
    }
}

}  // namespace

std::pair<Channel, kit_io::Descriptor> Channel::make() {
    auto [here, there] = kit_io::make_socket_pair(SOCK_SEQPACKET);
    return {Channel(std::move(here)), std::move(there)};
}

void Channel::send(std::string_view text, std::span<const int> descriptors) {
    if (text.size() > max_message_bytes) throw ProtocolError("message too long to send");
    if (!kit_io::send_packet(socket_.get(), text, descriptors))
        throw ProtocolError(std::string("send: ") + std::strerror(errno));
}

Channel::Received Channel::receive(std::optional<std::chrono::milliseconds> limit,
                                   std::size_t most_descriptors) {
    if (limit && !wait_for_packet(socket_.get(), *limit)) return {Trouble::timed_out, {}};
    auto packet = kit_io::receive_packet(socket_.get(), {max_message_bytes, most_descriptors});
    if (!packet) return {Trouble::closed, {}};
    if (packet->cut) return {Trouble::oversized, {}};
    return {Trouble::none, std::move(*packet)};
}

}  // namespace runner
