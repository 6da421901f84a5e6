// Packets and descriptors between two ends of a channel, and misbehaving peers.
#include "runner/channel.hpp"

#include <doctest/doctest.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <string>

#include "runner/protocol.hpp"

using namespace runner;
using namespace std::chrono_literals;
using Trouble = Channel::Trouble;

namespace {

struct Ends {
    Ends() : Ends(Channel::make()) {}
    explicit Ends(std::pair<Channel, kit_io::Descriptor> made)
        : here(std::move(made.first)),
          there_socket(made.second.get()),
          there(std::move(made.second)) {}
    Channel here;
    int there_socket;
    Channel there;
};

}  // namespace

TEST_CASE("a packet arrives whole, with its descriptors") {
    Ends ends;
    const kit_io::Descriptor memory(memfd_create("test", MFD_CLOEXEC));
    REQUIRE(write(memory.get(), "hello", 5) == 5);
    const std::array<int, 1> sent{memory.get()};
    ends.here.send("text", sent);
    const auto received = ends.there.receive(1s, 3);
    REQUIRE(received.trouble == Trouble::none);
    CHECK(received.packet.text == "text");
    REQUIRE(received.packet.descriptors.size() == 1);
    std::array<char, 5> bytes{};
    CHECK(pread(received.packet.descriptors[0].get(), bytes.data(), 5, 0) == 5);
    CHECK(std::string(bytes.data(), 5) == "hello");
    CHECK((fcntl(received.packet.descriptors[0].get(), F_GETFD) & FD_CLOEXEC) != 0);
}

TEST_CASE("silence runs into the time limit") {
    Ends ends;
    CHECK(ends.here.receive(10ms, 0).trouble == Trouble::timed_out);
}

TEST_CASE("a closed peer is distinguished from a silent one") {
    auto [here, there] = Channel::make();
    there.close();
    CHECK(here.receive(1s, 0).trouble == Trouble::closed);
    CHECK_THROWS_AS(here.send("text"), ProtocolError);
}

TEST_CASE("a packet longer than a message is reported, and the next one still arrives") {
    Ends ends;
    const std::string flood(max_message_bytes + 1, 'x');
    REQUIRE(send(ends.there_socket, flood.data(), flood.size(), 0) > 0);
    ends.there.send("next");
    CHECK(ends.here.receive(1s, 0).trouble == Trouble::oversized);
    CHECK(ends.here.receive(1s, 0).packet.text == "next");
}

TEST_CASE("unexpected descriptors are closed") {
    Ends ends;
    const kit_io::Descriptor memory(memfd_create("test", MFD_CLOEXEC));
    const kit_io::Descriptor lowest_before(dup(memory.get()));
    const int lowest = lowest_before.get();
    const std::array<int, 4> sent{memory.get(), memory.get(), memory.get(), memory.get()};
    for (int i = 0; i < 8; ++i) {
        ends.there.send("take these", sent);
        CHECK(ends.here.receive(1s, i % 2).packet.descriptors.size() == i % 2u);
    }
    const kit_io::Descriptor lowest_after(dup(memory.get()));
    CHECK(lowest_after.get() == lowest + 1);
}
