#include "descriptor.hpp"

#include <fcntl.h>
#include <sys/socket.h>

#include <cerrno>
#include <system_error>

namespace kit_io {
namespace {

/// `put` writes a part of what it is given and returns its size, like write().
template <class Put>
bool put_all(std::span<const std::byte> bytes, const Put& put) {
    while (!bytes.empty()) {
        const ssize_t taken = put(bytes);
        if (taken < 0 && errno == EINTR) continue;
        if (taken < 0) return false;
        bytes = bytes.subspan(static_cast<std::size_t>(taken));
    }
    return true;
}

[[noreturn]] void give_up(const char* what) {
    throw std::system_error(errno, std::generic_category(), what);
}

}  // namespace

Pipe make_pipe() {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0) give_up("pipe");
    return {Descriptor(ends[0]), Descriptor(ends[1])};
}

std::pair<Descriptor, Descriptor> make_socket_pair(int type) {
    int ends[2];
    if (socketpair(AF_UNIX, type | SOCK_CLOEXEC, 0, ends) != 0) give_up("socketpair");
    return {Descriptor(ends[0]), Descriptor(ends[1])};
}

bool write_all(int file, std::span<const std::byte> bytes) {
    return put_all(bytes, [file](auto rest) { return write(file, rest.data(), rest.size()); });
}

bool write_all(int file, std::string_view text) {
    return write_all(file, std::as_bytes(std::span(text)));
}

bool send_all(int socket, std::span<const std::byte> bytes) {
    return put_all(bytes, [socket](auto rest) {
        return send(socket, rest.data(), rest.size(), MSG_NOSIGNAL);
    });
}

}  // namespace kit_io
