// Requests performed as on a real device, which keeps no records and counts no copies: the device's
// backend, with the simulator in place of the driver.
#include <doctest/doctest.h>

#include <vector>

#include "functions.hpp"
#include "runner/backend.hpp"
#include "runner/perform.hpp"

using namespace runner;

TEST_CASE("the runner's own copies are not counted as the function's") {
    REQUIRE_FALSE(backend::is_simulated());
    constexpr int n = 40;
    Program program("00-test", "one function");
    program.function("twice", [](Call& call) {
        twice(call.size("n"), call.output<float>("y"), call.input<float>("x"));
    });
    Request request;
    request.function = "twice";
    request.sizes = {{"n", n}};
    request.arrays = {{.name = "x", .role = Role::in, .count = n},
                      {.name = "y", .role = Role::out, .count = n}};
    std::vector<float> x(n, 1.5f), y(n);
    const Reply reply = perform(program, request, std::as_bytes(std::span(x)),
                                std::as_writable_bytes(std::span(y)));
    CHECK(reply.status == ReplyStatus::returned);
    CHECK(reply.host_copies == 0);
    CHECK(reply.leaked_bytes == 0);
    CHECK(y == std::vector<float>(n, 3.0f));
}
