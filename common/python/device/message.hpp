// The messages between a Python program and the device process, over a stream socket: a head in
// JSON, then the bytes of an array. Messages have a limited size and arrive whole; otherwise the
// other side is reported as gone. device.hpp and script.hpp define what they mean.
//
// Format: the length of the head (4 bytes), the length of the body (8 bytes), little-endian, the
// head, the body.
#pragma once

#include <cstddef>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <span>
#include <stdexcept>
#include <vector>

namespace python {

using Head = nlohmann::json;
using Bytes = std::vector<std::byte>;

inline constexpr std::uint32_t most_head_bytes = 1u << 20;
inline constexpr std::uint64_t most_body_bytes = std::uint64_t{4} << 30;

struct Message {
    Head head;
    Bytes body;
};

/// The other side violates this format, or has closed its end in the middle of a message.
class ConnectionError : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

class Connection {
  public:
    /// The socket remains its owner's.
    explicit Connection(int socket) : socket_(socket) {}

    void send(const Head& head, std::span<const std::byte> body = {});
    /// Returns nothing if the other side has closed its end between two messages.
    std::optional<Message> receive();

  private:
    void send_bytes(std::span<const std::byte> bytes);
    bool receive_bytes(std::span<std::byte> bytes, bool may_end);

    int socket_;
};

}  // namespace python
