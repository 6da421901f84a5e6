#include "descriptor.hpp"

#include <doctest/doctest.h>
#include <fcntl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <string>

namespace {

bool is_open(int number) {
    return fcntl(number, F_GETFD) >= 0;
}

std::string read_to_end(int file) {
    std::string text;
    char part[1000];
    for (ssize_t got; (got = read(file, part, sizeof part)) > 0;)
        text.append(part, static_cast<std::size_t>(got));
    return text;
}

}  // namespace

TEST_CASE("a descriptor is closed once, by its last owner") {
    int number = -1;
    {
        kit_io::Descriptor first(dup(0));
        number = first.get();
        kit_io::Descriptor second(std::move(first));
        CHECK(!first);
        CHECK(second.get() == number);
        CHECK(is_open(number));
    }
    CHECK(!is_open(number));
}

// The writer is a process: threads of a program that is linked with the simulator take turns, and
// one that waits in a call of the system keeps its turn.
TEST_CASE("data larger than a pipe's buffer is written completely") {
    auto pipe = kit_io::make_pipe();
    const std::string text(1 << 20, 'x');
    const pid_t writer = fork();
    if (writer == 0) {
        pipe.reader.close();
        _exit(kit_io::write_all(pipe.writer.get(), text) ? 0 : 1);
    }
    pipe.writer.close();
    CHECK(read_to_end(pipe.reader.get()) == text);
    int status = -1;
    waitpid(writer, &status, 0);
    CHECK(status == 0);
}

TEST_CASE("sending to a closed peer is an error and raises no signal") {
    auto [here, there] = kit_io::make_socket_pair(SOCK_STREAM);
    there.close();
    CHECK(!kit_io::send_all(here.get(), std::as_bytes(std::span("text"))));
    CHECK(errno == EPIPE);
}
