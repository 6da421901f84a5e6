#include "sandbox/packet.hpp"

#include <sys/socket.h>
#include <sys/uio.h>

#include <cerrno>
#include <cstring>

namespace grader::sandbox {
namespace {

constexpr std::size_t max_text = 128 << 10;
constexpr std::size_t max_fds = 64;

void take_control(const msghdr& message, Packet& packet) {
    for (cmsghdr* c = CMSG_FIRSTHDR(&message); c;
         c = CMSG_NXTHDR(const_cast<msghdr*>(&message), c)) {
        if (c->cmsg_level != SOL_SOCKET) continue;
        if (c->cmsg_type == SCM_RIGHTS) {
            const std::size_t count = (c->cmsg_len - CMSG_LEN(0)) / sizeof(int);
            for (std::size_t i = 0; i < count; ++i) {
                int fd;
                std::memcpy(&fd, CMSG_DATA(c) + i * sizeof fd, sizeof fd);
                packet.fds.emplace_back(fd);
            }
        } else if (c->cmsg_type == SCM_CREDENTIALS) {
            ucred credentials;
            std::memcpy(&credentials, CMSG_DATA(c), sizeof credentials);
            packet.sender = credentials.pid;
        }
    }
}

}  // namespace

bool send_packet(int socket, std::string_view text, std::span<const int> fds) {
    if (text.size() > max_text || fds.size() > max_fds) {
        errno = EMSGSIZE;
        return false;
    }
    iovec part{const_cast<char*>(text.data()), text.size()};
    alignas(cmsghdr) char control[CMSG_SPACE(max_fds * sizeof(int))] = {};
    msghdr message{};
    message.msg_iov = &part;
    message.msg_iovlen = 1;
    if (!fds.empty()) {
        message.msg_control = control;
        message.msg_controllen = CMSG_SPACE(fds.size_bytes());
        cmsghdr* c = CMSG_FIRSTHDR(&message);
        c->cmsg_level = SOL_SOCKET;
        c->cmsg_type = SCM_RIGHTS;
        c->cmsg_len = CMSG_LEN(fds.size_bytes());
        std::memcpy(CMSG_DATA(c), fds.data(), fds.size_bytes());
    }
    ssize_t sent;
    do {
        sent = sendmsg(socket, &message, MSG_NOSIGNAL);
    } while (sent < 0 && errno == EINTR);
    return sent >= 0;
}

std::optional<Packet> receive_packet(int socket) {
    std::vector<char> text(max_text);
    iovec part{text.data(), text.size()};
    alignas(
        cmsghdr) char control[CMSG_SPACE(max_fds * sizeof(int)) + CMSG_SPACE(sizeof(ucred))] = {};
    msghdr message{};
    message.msg_iov = &part;
    message.msg_iovlen = 1;
    message.msg_control = control;
    message.msg_controllen = sizeof control;
    ssize_t received;
    do {
        received = recvmsg(socket, &message, MSG_CMSG_CLOEXEC);
    } while (received < 0 && errno == EINTR);
    if (received <= 0) return std::nullopt;
    Packet packet;
    packet.text.assign(text.data(), static_cast<std::size_t>(received));
    take_control(message, packet);
    return packet;
}

}  // namespace grader::sandbox
