// What a Python program and the device process say to each other, over a stream socket: a head in
// JSON and, behind it, the bytes of an array. Promises whole messages of bounded size, or the news
// that the other side is gone; leaves their meaning to device.hpp and script.hpp.
//
// On the wire: the head's length (4 bytes), the body's (8 bytes), little-endian, the head, the
// body.
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

/// The other side does not keep to the rules above, or has gone while it was spoken to.
class ConnectionError : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

class Connection {
  public:
    /// The socket stays its owner's.
    explicit Connection(int socket) : socket_(socket) {}

    void send(const Head& head, std::span<const std::byte> body = {});
    /// None where the other side has closed its end between two messages.
    std::optional<Message> receive();

  private:
    void send_bytes(std::span<const std::byte> bytes);
    bool receive_bytes(std::span<std::byte> bytes, bool may_end);

    int socket_;
};

}  // namespace python
