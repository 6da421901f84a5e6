// One end of the SOCK_SEQPACKET socket between grader and lab program. Promises whole packets with
// their descriptors or an answer why not; knows nothing of what the packets say.
#pragma once

#include <chrono>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace runner {

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
    ~Descriptor();

    int get() const { return number_; }
    void close();

  private:
    int number_ = -1;
};

struct Packet {
    std::string text;
    std::vector<Descriptor> descriptors;
};

class Channel {
  public:
    explicit Channel(Descriptor socket) : socket_(std::move(socket)) {}

    /// Both ends of a new socket; neither is inherited across exec.
    static std::pair<Channel, Descriptor> make();

    /// Throws ProtocolError where the text is too long or the other end is gone.
    void send(std::string_view text, std::span<const int> descriptors = {});

    enum class Trouble { none, closed, timed_out, oversized };
    struct Received {
        Trouble trouble = Trouble::none;
        Packet packet;
    };
    /// Waits for a packet; without a limit, for ever. Descriptors beyond `most_descriptors` are
    /// closed unseen, so a hostile peer cannot fill this process's table.
    Received receive(std::optional<std::chrono::milliseconds> limit, std::size_t most_descriptors);

  private:
    Descriptor socket_;
};

}  // namespace runner
