#include "python/device/message.hpp"

#include <sys/socket.h>

#include <array>
#include <cerrno>
#include <cstring>

#include "descriptor.hpp"
#include "json_text.hpp"

namespace python {

namespace {

constexpr std::size_t lengths_bytes = sizeof(std::uint32_t) + sizeof(std::uint64_t);

}  // namespace

void Connection::send_bytes(std::span<const std::byte> bytes) {
    if (!kit_io::send_all(socket_, bytes))
        throw ConnectionError(std::string("send: ") + std::strerror(errno));
}

// Returns false if the stream ends before the first byte, and is allowed to.
bool Connection::receive_bytes(std::span<std::byte> bytes, bool may_end) {
    bool any = false;
    while (!bytes.empty()) {
        const ssize_t got = recv(socket_, bytes.data(), bytes.size(), 0);
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0) {
            if (may_end && !any) return false;
            throw ConnectionError("the other side is gone in the middle of a message");
        }
        any = true;
        bytes = bytes.subspan(static_cast<std::size_t>(got));
    }
    return true;
}

void Connection::send(const Head& head, std::span<const std::byte> body) {
    const std::string text = json_text::write(head);
    if (text.size() > most_head_bytes) throw ConnectionError("a message too long to send");
    std::array<std::byte, lengths_bytes> lengths;
    const auto head_bytes = static_cast<std::uint32_t>(text.size());
    const std::uint64_t body_bytes = body.size();
    std::memcpy(lengths.data(), &head_bytes, sizeof head_bytes);
    std::memcpy(lengths.data() + sizeof head_bytes, &body_bytes, sizeof body_bytes);
    send_bytes(lengths);
    send_bytes(std::as_bytes(std::span(text)));
    send_bytes(body);
}

std::optional<Message> Connection::receive() {
    std::array<std::byte, lengths_bytes> lengths;
    if (!receive_bytes(lengths, true)) return std::nullopt;
    std::uint32_t head_bytes = 0;
    std::uint64_t body_bytes = 0;
    std::memcpy(&head_bytes, lengths.data(), sizeof head_bytes);
    std::memcpy(&body_bytes, lengths.data() + sizeof head_bytes, sizeof body_bytes);
    if (head_bytes > most_head_bytes || body_bytes > most_body_bytes)
        throw ConnectionError("a message of impossible length");
    std::string text(head_bytes, '\0');
    receive_bytes(std::as_writable_bytes(std::span(text)), false);
    Message message;
    message.body.resize(body_bytes);
    receive_bytes(message.body, false);
    message.head = json_text::parse_or_discard(text);
    if (!message.head.is_object()) throw ConnectionError("a message that is no JSON object");
    return message;
}

}  // namespace python
