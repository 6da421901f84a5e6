// Open file descriptors: ownership, pairs of them, and writing. Each descriptor is closed exactly
// once, and none made here is inherited across exec.
#pragma once

#include <unistd.h>

#include <cstddef>
#include <span>
#include <string_view>
#include <utility>

namespace kit_io {

/// An open file descriptor, closed when its owner goes.
class Descriptor {
  public:
    Descriptor() = default;
    explicit Descriptor(int number) : number_(number) {}
    Descriptor(Descriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
    Descriptor& operator=(Descriptor&& other) noexcept {
        std::swap(number_, other.number_);
        return *this;
    }
    ~Descriptor() { close(); }

    int get() const { return number_; }
    explicit operator bool() const { return number_ >= 0; }
    void close() {
        if (number_ >= 0) ::close(number_);
        number_ = -1;
    }

  private:
    int number_ = -1;
};

struct Pipe {
    Descriptor reader, writer;
};
/// Throws std::system_error.
Pipe make_pipe();

/// Both ends of a local socket of this type: SOCK_SEQPACKET, SOCK_STREAM. Throws std::system_error.
std::pair<Descriptor, Descriptor> make_socket_pair(int type);

/// Writes all bytes; returns false, with errno set, on failure.
bool write_all(int file, std::span<const std::byte> bytes);
bool write_all(int file, std::string_view text);
/// The same to a socket. If the other end is closed, fails without a signal.
bool send_all(int socket, std::span<const std::byte> bytes);

}  // namespace kit_io
