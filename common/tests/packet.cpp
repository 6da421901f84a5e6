#include "packet.hpp"

#include <doctest/doctest.h>
#include <fcntl.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cerrno>

TEST_CASE("a packet brings its text, its descriptors and, where asked for, its sender") {
    auto [here, there] = kit_io::make_socket_pair(SOCK_SEQPACKET);
    const int yes = 1;
    setsockopt(there.get(), SOL_SOCKET, SO_PASSCRED, &yes, sizeof yes);
    const std::array<int, 2> sent{0, 1};
    REQUIRE(kit_io::send_packet(here.get(), "text", sent));
    const auto packet = kit_io::receive_packet(there.get());
    REQUIRE(packet);
    CHECK(packet->text == "text");
    CHECK(packet->descriptors.size() == 2);
    CHECK(packet->sender == getpid());
    CHECK(!packet->cut);
}

TEST_CASE("a packet larger than the buffer is cut, and reports that") {
    auto [here, there] = kit_io::make_socket_pair(SOCK_SEQPACKET);
    const std::array<int, 3> sent{0, 1, 2};
    REQUIRE(kit_io::send_packet(here.get(), "a longer text", sent));
    const auto packet = kit_io::receive_packet(there.get(), {.text = 8, .descriptors = 1});
    REQUIRE(packet);
    CHECK(packet->text == "a longer");
    CHECK(packet->cut);
    CHECK(packet->descriptors.size() == 1);
}

TEST_CASE("an empty packet counts as the end, and its descriptors are closed") {
    auto [here, there] = kit_io::make_socket_pair(SOCK_SEQPACKET);
    const int next = fcntl(here.get(), F_DUPFD_CLOEXEC, 0);
    close(next);
    const std::array<int, 2> sent{0, 1};
    REQUIRE(kit_io::send_packet(here.get(), "", sent));
    CHECK(!kit_io::receive_packet(there.get()));
    const int still_next = fcntl(here.get(), F_DUPFD_CLOEXEC, 0);
    CHECK(still_next == next);
    close(still_next);
}

TEST_CASE("a packet too large for any receiver is not sent, and a closed peer is reported") {
    auto [here, there] = kit_io::make_socket_pair(SOCK_SEQPACKET);
    CHECK(!kit_io::send_packet(here.get(), std::string((128 << 10) + 1, 'x')));
    CHECK(errno == EMSGSIZE);
    here.close();
    CHECK(!kit_io::receive_packet(there.get()));
    CHECK(!kit_io::send_packet(there.get(), "text"));
}
