#include "runner/channel.hpp"

#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>

#include "runner/protocol.hpp"

namespace runner {

namespace {

constexpr std::size_t descriptor_room = 4;

std::vector<Descriptor> take_descriptors(msghdr& message) {
    std::vector<Descriptor> descriptors;
    for (cmsghdr* part = CMSG_FIRSTHDR(&message); part; part = CMSG_NXTHDR(&message, part)) {
        if (part->cmsg_level != SOL_SOCKET || part->cmsg_type != SCM_RIGHTS) continue;
        const std::size_t count = (part->cmsg_len - CMSG_LEN(0)) / sizeof(int);
        for (std::size_t i = 0; i < count; ++i) {
            int number = -1;
            std::memcpy(&number, CMSG_DATA(part) + i * sizeof(int), sizeof number);
            descriptors.emplace_back(number);
        }
    }
    return descriptors;
}

// False when the time ran out first.
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

Descriptor::~Descriptor() {
    close();
}

void Descriptor::close() {
    if (number_ >= 0) ::close(number_);
    number_ = -1;
}

std::pair<Channel, Descriptor> Channel::make() {
    std::array<int, 2> ends{};
    if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends.data()) != 0)
        throw ProtocolError(std::string("socketpair: ") + std::strerror(errno));
    return {Channel(Descriptor(ends[0])), Descriptor(ends[1])};
}

void Channel::send(std::string_view text, std::span<const int> descriptors) {
    if (text.size() > max_message_bytes) throw ProtocolError("message too long to send");
    if (descriptors.size() > descriptor_room) throw ProtocolError("too many descriptors to send");
    iovec bytes{const_cast<char*>(text.data()), text.size()};
    alignas(cmsghdr) std::array<char, CMSG_SPACE(descriptor_room * sizeof(int))> room{};
    msghdr message{};
    message.msg_iov = &bytes;
    message.msg_iovlen = 1;
    if (!descriptors.empty()) {
        message.msg_control = room.data();
        message.msg_controllen = CMSG_SPACE(descriptors.size_bytes());
        cmsghdr* part = CMSG_FIRSTHDR(&message);
        part->cmsg_level = SOL_SOCKET;
        part->cmsg_type = SCM_RIGHTS;
        part->cmsg_len = CMSG_LEN(descriptors.size_bytes());
        std::memcpy(CMSG_DATA(part), descriptors.data(), descriptors.size_bytes());
    }
    ssize_t sent = -1;
    do {
        sent = sendmsg(socket_.get(), &message, MSG_NOSIGNAL);
    } while (sent < 0 && errno == EINTR);
    if (sent < 0) throw ProtocolError(std::string("send: ") + std::strerror(errno));
}

Channel::Received Channel::receive(std::optional<std::chrono::milliseconds> limit,
                                   std::size_t most_descriptors) {
    if (limit && !wait_for_packet(socket_.get(), *limit)) return {Trouble::timed_out, {}};
    std::string text(max_message_bytes, '\0');
    iovec bytes{text.data(), text.size()};
    alignas(cmsghdr) std::array<char, CMSG_SPACE(descriptor_room * sizeof(int))> room{};
    msghdr message{};
    message.msg_iov = &bytes;
    message.msg_iovlen = 1;
    if (most_descriptors > 0) {
        message.msg_control = room.data();
        message.msg_controllen = room.size();
    }
    ssize_t length = -1;
    do {
        length = recvmsg(socket_.get(), &message, MSG_CMSG_CLOEXEC);
    } while (length < 0 && errno == EINTR);
    if (length <= 0) return {Trouble::closed, {}};
    std::vector<Descriptor> descriptors = take_descriptors(message);
    if (descriptors.size() > most_descriptors) descriptors.resize(most_descriptors);
    if (message.msg_flags & MSG_TRUNC) return {Trouble::oversized, {}};
    text.resize(static_cast<std::size_t>(length));
    return {Trouble::none, {std::move(text), std::move(descriptors)}};
}

}  // namespace runner
