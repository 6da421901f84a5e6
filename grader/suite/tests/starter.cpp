// What a lab program finds in its environment.
#include "suite/starter.hpp"

#include <doctest/doctest.h>
#include <sys/socket.h>

#include <cstdlib>
#include <string>

#include "descriptor.hpp"
#include "sandbox/command.hpp"

using namespace grader;

TEST_CASE("a program on a device sees the request's device, or else those of the grader") {
    setenv(sandbox::visible_devices, "2,3", 1);
    const auto environment = [](const char* device) {
        suite::Request request;
        request.sandbox = sandbox::Kind::none;
        request.visible_device = device;
        const auto [ours, theirs] = kit_io::make_socket_pair(SOCK_SEQPACKET);
        return suite::device_starter(request, "/usr/bin/env")("", theirs.get()).program.wait().out;
    };
    CHECK(environment("GPU-7").find("CUDA_VISIBLE_DEVICES=GPU-7\n") != std::string::npos);
    CHECK(environment("").find("CUDA_VISIBLE_DEVICES=2,3\n") != std::string::npos);
    unsetenv(sandbox::visible_devices);
}
