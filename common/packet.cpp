#include "packet.hpp"

#include <sys/socket.h>
#include <sys/uio.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

namespace kit_io {
namespace {

constexpr Room most;

void take_descriptors(const cmsghdr& part, std::vector<Descriptor>& descriptors) {
    const std::size_t count = (part.cmsg_len - CMSG_LEN(0)) / sizeof(int);
    for (std::size_t i = 0; i < count; ++i) {
        int number = -1;
        std::memcpy(&number, CMSG_DATA(&part) + i * sizeof number, sizeof number);
        descriptors.emplace_back(number);
    }
}

void take_control(msghdr& message, Packet& packet) {
    for (cmsghdr* part = CMSG_FIRSTHDR(&message); part; part = CMSG_NXTHDR(&message, part)) {
        if (part->cmsg_level != SOL_SOCKET) continue;
        if (part->cmsg_type == SCM_RIGHTS) take_descriptors(*part, packet.descriptors);
        if (part->cmsg_type != SCM_CREDENTIALS) continue;
        ucred credentials;
        std::memcpy(&credentials, CMSG_DATA(part), sizeof credentials);
        packet.sender = credentials.pid;
    }
}

}  // namespace

bool send_packet(int socket, std::string_view text, std::span<const int> descriptors) {
    if (text.size() > most.text || descriptors.size() > most.descriptors) {
        errno = EMSGSIZE;
        return false;
    }
    iovec bytes{const_cast<char*>(text.data()), text.size()};
    alignas(cmsghdr) char control[CMSG_SPACE(most.descriptors * sizeof(int))] = {};
    msghdr message{};
    message.msg_iov = &bytes;
    message.msg_iovlen = 1;
    if (!descriptors.empty()) {
        message.msg_control = control;
        message.msg_controllen = CMSG_SPACE(descriptors.size_bytes());
        cmsghdr* part = CMSG_FIRSTHDR(&message);
        part->cmsg_level = SOL_SOCKET;
        part->cmsg_type = SCM_RIGHTS;
        part->cmsg_len = CMSG_LEN(descriptors.size_bytes());
        std::memcpy(CMSG_DATA(part), descriptors.data(), descriptors.size_bytes());
    }
    ssize_t sent;
    do {
        sent = sendmsg(socket, &message, MSG_NOSIGNAL);
    } while (sent < 0 && errno == EINTR);
    return sent >= 0;
}

std::optional<Packet> receive_packet(int socket, const Room& room) {
    Packet packet;
    packet.text.resize(room.text);
    iovec bytes{packet.text.data(), packet.text.size()};
    alignas(cmsghdr) char
        control[CMSG_SPACE(most.descriptors * sizeof(int)) + CMSG_SPACE(sizeof(ucred))] = {};
    msghdr message{};
    message.msg_iov = &bytes;
    message.msg_iovlen = 1;
    const std::size_t descriptors = std::min(room.descriptors, most.descriptors);
    if (descriptors > 0) {
        message.msg_control = control;
        message.msg_controllen = CMSG_SPACE(descriptors * sizeof(int)) + CMSG_SPACE(sizeof(ucred));
    }
    ssize_t received;
    do {
        received = recvmsg(socket, &message, MSG_CMSG_CLOEXEC);
    } while (received < 0 && errno == EINTR);
    if (received < 0) return std::nullopt;
    packet.text.resize(static_cast<std::size_t>(received));
    packet.cut = (message.msg_flags & MSG_TRUNC) != 0;
    take_control(message, packet);
    if (received == 0) return std::nullopt;  // an empty packet may have brought descriptors
    if (packet.descriptors.size() > descriptors) packet.descriptors.resize(descriptors);
    return packet;
}

}  // namespace kit_io
