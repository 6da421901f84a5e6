// Requests performed on the simulator, with well-behaved functions and others.
#include "runner/perform.hpp"

#include <cuda_runtime.h>
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <set>
#include <vector>

#include "exchange.hpp"
#include "functions.hpp"
#include "json_text.hpp"
#include "kit/device_buffer.hpp"
#include "runner/backend.hpp"
#include "runner/bind.hpp"
#include "runner/by_hand.hpp"
#include "runner/fill.hpp"
#include "runner/inputs.hpp"
#include "runner/launches.hpp"
#include "runner/show.hpp"
#include "simulator/report/recorder.hpp"

using namespace runner;
using namespace runner::test;

TEST_CASE("outputs and inputs are returned, and nothing is found") {
    Exchange exchange("twice");
    const Reply reply = exchange.perform();
    CHECK(reply.status == ReplyStatus::returned);
    CHECK(reply.call == 3);
    CHECK(reply.error == "cudaSuccess");
    CHECK(reply.leaked_bytes == 0);
    CHECK(reply.written_by_host.empty());
    CHECK(exchange.y()[39] == 78);
    CHECK(exchange.echo() == exchange.x);
    CHECK(recorded("\"name\":\"twice_kernel\""));
    CHECK_FALSE(recorded("severity"));
}

TEST_CASE("records are those of the last call") {
    Exchange("add_to_unwritten").perform();
    Exchange("twice").perform();
    CHECK_FALSE(recorded("severity"));
    CHECK_FALSE(recorded("add_kernel"));
}

TEST_CASE("a recorded launch has its shape, its counts and its arrays") {
    Exchange exchange("twice");
    exchange.perform();
    const auto launches = recorded_launches();
    REQUIRE(launches.size() == 1);
    const Launch& launch = launches[0];
    CHECK(launch.kernel.find("twice") != std::string::npos);
    CHECK(launch.threads() == launch.blocks() * launch.block[0]);
    CHECK(launch.threads() >= n);
    CHECK(launch.counters.at("barriers") == 0);
    const auto loads = std::ranges::find(launch.arrays, "load", &Launch::Traffic::op);
    REQUIRE(loads != launch.arrays.end());
    CHECK(loads->bytes == n * sizeof(float));
    CHECK(loads->sectors == n * sizeof(float) / 32);
    CHECK(json_text::parse(launch.record).at("name") == launch.kernel);
}

TEST_CASE("an output read before it is written is found, and poisons the result") {
    Exchange exchange("add_to_unwritten");
    exchange.perform();
    CHECK(std::isnan(exchange.y()[0]));
    CHECK(recorded("uninitialized_read"));
}

TEST_CASE("a copy is no kernel's work") {
    CHECK(Exchange("copy").perform().written_by_host == std::vector<std::string>{"y"});
}

TEST_CASE("copies between host and device are counted, those that brought the arrays are not") {
    CHECK(Exchange("detour").perform().host_copies == 2);
    CHECK(Exchange("twice_from_pinned").perform().host_copies == 1);
    CHECK(Exchange("twice_from_registered").perform().host_copies == 1);
    CHECK(Exchange("twice_by_a_flag").perform().host_copies == 0);
    CHECK(Exchange("twice").perform().host_copies == 0);
    CHECK(Exchange("copy").perform().host_copies == 0);
    CHECK(Exchange("twice_on_host").perform().host_copies == 0);
}

TEST_CASE("a few constants may be copied to the device, and take time, but not an array of them") {
    const Reply few = Exchange("twice_by_a_constant").perform();
    CHECK(few.host_copies == 0);
    CHECK(few.device_copies == 1);
    CHECK(Exchange("twice_by_many_constants").perform().host_copies == 1);
}

TEST_CASE("the modelled cache's fetches for host code are counted on request") {
    Exchange exchange("twice_in_a_loop");
    CHECK(exchange.perform().lines_fetched == 0);
    exchange.request.watch_cache = true;
    CHECK(exchange.perform().lines_fetched == 6);  // 160 bytes each, which end with a page
    CHECK(exchange.perform().lines_fetched == 6);
}

TEST_CASE("a changed input is returned as changed") {
    Exchange exchange("change_input");
    exchange.x[0] = 5;
    exchange.perform();
    CHECK(exchange.echo()[0] == 20);
}

TEST_CASE("a function may write what it gets in host memory, and a changed input is returned") {
    Exchange exchange("twice_in_place");
    CHECK(exchange.perform().status == ReplyStatus::returned);
    CHECK(exchange.echo()[39] == 78);
}

TEST_CASE("a launch that CUDA refuses is reported, and the next call works") {
    CHECK(Exchange("launch_too_large").perform().error == "cudaErrorInvalidConfiguration");
    CHECK(Exchange("twice").perform().error == "cudaSuccess");
}

TEST_CASE("a function that manages memory gets host arrays, and its leak is counted") {
    Exchange exchange("twice_on_host");
    const Reply reply = exchange.perform();
    CHECK(exchange.y()[39] == 78);
    CHECK(reply.result == 42);
    CHECK(reply.leaked_bytes >= static_cast<std::int64_t>(n * sizeof(float)));
}

TEST_CASE("a function that resets the device has freed what was not its own") {
    Exchange exchange("twice_and_reset");
    const Reply reply = exchange.perform();
    CHECK(reply.freed_others);
    CHECK_FALSE(recorded("severity"));
    CHECK_FALSE(Exchange("twice_on_host").perform().freed_others);
}

TEST_CASE("variables in device memory are told of") {
    CHECK(Exchange("twice").perform().variable_bytes >= sizeof(float));  // factor
}

TEST_CASE("what the constructor of a variable has allocated counts as the variable's memory") {
    if (!backend::is_simulated()) return;
    CHECK(Exchange("twice").perform().variable_bytes >= sizeof(float) + early_bytes);
    Exchange leaking("twice_on_host");
    leaking.perform();
    CHECK(leaking.perform().variable_bytes == Exchange("twice").perform().variable_bytes);
}

TEST_CASE("a function without device memory reports that by an exception") {
    Exchange exchange("twice_on_host");
    exchange.request.device_bytes_left = 0;
    const Reply reply = exchange.perform();
    CHECK(reply.status == ReplyStatus::threw);
    CHECK(reply.reason == "no memory");
    CHECK(Exchange("twice").perform().status == ReplyStatus::returned);
}

TEST_CASE("an exception without a text is one all the same") {
    const Reply reply = Exchange("throws_without_a_text").perform();
    CHECK(reply.status == ReplyStatus::threw);
    CHECK(reply.reason == "it has no text");
}

TEST_CASE("a request that does not fit the adapter is refused with the reason") {
    CHECK(Exchange("no_such").perform().status == ReplyStatus::unknown_function);
    CHECK(Exchange("wrong_name").perform().reason == "the request has no array 'z'");
    CHECK(Exchange("wrong_type").perform().status == ReplyStatus::refused);
    CHECK(Exchange("wrong_size").perform().reason == "the request has no size 'm'");
}

TEST_CASE("an array outside its memory is refused") {
    Exchange exchange("twice");
    exchange.request.arrays[2].offset = 500;
    CHECK(exchange.perform().reason == "array 'y' lies outside its memory");
    exchange.request.arrays[2].offset = 192;
    exchange.request.arrays[0].count = n + 1;
    CHECK(exchange.perform().reason == "array 'x' lies outside its memory");
}

TEST_CASE("each run of a batch takes its own slot, of inputs made from the nonce") {
    Exchange exchange("twice");
    exchange.request.nonce = 77;
    exchange.request.repeat = 2;
    exchange.request.arrays = {
        {.name = "x", .role = Role::drawn, .count = n, .slots = 2, .stride = 8},
        {.name = "y", .role = Role::out, .count = n, .slots = 2, .stride = n}};
    CHECK(exchange.perform().status == ReplyStatus::returned);
    std::vector<float> x(n + 8);
    fill(x, InputKind::reals, 77, "x");
    const auto y = exchange.array(0, 2 * n);
    CHECK(y[0] == 2 * x[0]);
    CHECK(y[n] == 2 * x[8]);
    CHECK(y[2 * n - 1] == 2 * x[8 + n - 1]);
}

TEST_CASE("a size that is drawn is another one in each run of a batch") {
    Program program("00-test", "tells its sizes");
    std::vector<std::int64_t> seeds;
    program.function("tell", [&](Call& call) { seeds.push_back(call.whole("seed")); });
    Request request;
    request.function = "tell";
    request.nonce = 77;
    request.repeat = 3;
    request.drawn_sizes = {"seed"};
    CHECK(runner::perform(program, request, {}, {}).status == ReplyStatus::returned);
    CHECK(std::set(seeds.begin(), seeds.end()).size() == 3);
    for (const std::int64_t seed : seeds) CHECK((seed >= 0 && seed < std::int64_t{1} << 31));
}

TEST_CASE("a function is bound to a request by its parameters' names") {
    Program program("00-test", "y += a x");
    program.function("saxpy", bind(saxpy, {"n", "a", "y", "x"}));
    program.function("dot", bind(dot_on_host, {"n", on_host("x"), on_host("y")}));
    const std::vector<float> x{1, 2, 3}, y{10, 20, 30};
    const Problem problem =
        Problem("saxpy").size("n", 3).real("a", 0.5).input("x", x).in_out("y", y, {3}, {});
    CallByHand call(problem);
    CHECK(call.perform(program));
    CHECK(call.values("y") == std::vector<float>{10.5, 21, 31.5});
    CallByHand dot("dot");
    dot.size("n", 3).input("x", x).input("y", y);
    CHECK(dot.perform(program));
    CHECK(dot.result() == 140);
    CHECK_THROWS_WITH(CallByHand("saxpy").perform(program), "the request has no size 'n'");
    CHECK_THROWS_WITH(CallByHand("saxpy").size("n", 3).perform(program),
                      "the request has no number 'a'");
}

TEST_CASE("a manual run of a problem distinguishes right from wrong") {
    Program program("00-test", "y += a x");
    program.function("saxpy", bind(saxpy, {"n", "a", "y", "x"}));
    const std::vector<float> x{1, 2, 3}, y{10, 20, 30};
    const auto problem = [&](double a) {
        return Problem("saxpy").size("n", 3).real("a", 0.5).input("x", x).in_out(
            "y", y, {3}, [=](std::size_t i) {
                return Expected{y[i] + a * x[i], 0};
            });
    };
    CHECK(show(program, problem(0.5)) == 0);
    CHECK(show(program, problem(0.25)) == 1);
}

TEST_CASE("empty arrays and arrays of bytes are supported") {
    Program program("00-test", "stores nothing and bytes");
    program.function("fill", bind(fill_bytes, {"n", "bytes", "none"}));
    CallByHand call("fill");
    call.size("n", 5).output<std::uint8_t>("bytes", 5).output<float>("none", 0);
    CHECK(call.perform(program));
    CHECK(call.values<std::uint8_t>("bytes") == std::vector<std::uint8_t>{0, 1, 2, 3, 4});
    CHECK(call.values<float>("none").empty());
}

TEST_CASE("a batch without runs makes its inputs all the same") {
    Exchange exchange("twice");
    exchange.request.nonce = 77;
    exchange.request.repeat = 0;
    exchange.request.arrays = {{.name = "x", .role = Role::drawn, .count = std::uint64_t{1} << 40},
                               {.name = "y", .role = Role::out, .count = n}};
    CHECK(exchange.perform().status == ReplyStatus::refused);
    cudaGetLastError();
    exchange.request.arrays[0].count = n;
    CHECK(exchange.perform().status == ReplyStatus::returned);
}

TEST_CASE("inputs made on the device are those made on the host") {
    for (const std::size_t count : {1ul, 1000ul, 1100000ul}) {
        CAPTURE(count);
        kit::DeviceBuffer<float> made(count);
        fill_reals(made.data(), count, mix(42, "A"));
        std::vector<float> on_device(count), on_host(count);
        made.copy_to(on_device.data());
        fill(on_host, InputKind::reals, 42, "A");
        CHECK(on_device == on_host);
    }
}

TEST_CASE("a fatal finding is recorded, reported as CUDA would, and leaves no output") {
    Exchange exchange("write_past_the_end");
    const Reply reply = exchange.perform();
    CHECK(reply.error == "cudaErrorIllegalAddress");
    CHECK(recorded("out_of_bounds"));
    CHECK(exchange.y() == std::vector<float>(n, 0));  // as the grader's memory was
}

// "cudaMalloc at …/functions.cu:73"
static bool is_at_a_line(const std::string& told, const std::string& call) {
    return told.starts_with(call + " at ") && told.find("functions.cu:") != std::string::npos;
}

TEST_CASE("each call can be made to fail, and is named with its line") {
    cudaDeviceReset();  // another test may have lost the device
    const auto with_failing = [](std::uint64_t number) {
        Exchange exchange("checks_all_but_a_copy");
        exchange.request.fail_call = number;
        return exchange.perform();
    };
    const Reply allocation = with_failing(1);
    CHECK(allocation.status == ReplyStatus::threw);
    CHECK(allocation.reason == "no memory");
    CHECK(is_at_a_line(allocation.failed_call, "cudaMalloc"));
    CHECK(allocation.next_call.empty());
    const Reply copy = with_failing(2);
    CHECK(is_at_a_line(copy.failed_call, "cudaMemcpy"));
    CHECK(is_at_a_line(copy.next_call, "the launch of twice_kernel"));
    CHECK(copy.leaked_bytes == 0);
    const Reply launch = with_failing(3);
    CHECK(launch.reason == "no launch");
    CHECK(is_at_a_line(launch.failed_call, "the launch of twice_kernel"));
    CHECK(is_at_a_line(with_failing(4).failed_call, "cudaMemcpy"));
    const Reply none = with_failing(5);
    CHECK(none.status == ReplyStatus::returned);
    CHECK(none.failed_call.empty());
    CHECK(Exchange("checks_all_but_a_copy").perform().status == ReplyStatus::returned);
}

TEST_CASE("the first call to fail is the function's, not one that allocates its arrays") {
    cudaDeviceReset();  // another test may have lost the device
    Exchange exchange("twice");
    exchange.request.fail_call = 1;
    CHECK(is_at_a_line(exchange.perform().failed_call, "the launch of twice_kernel"));
}

TEST_CASE("memory that a function keeps is told of with the line that took it") {
    cudaDeviceReset();  // another test may have lost the device
    Exchange exchange("twice_on_host");
    CHECK(exchange.perform().leaked_bytes > 0);
    const auto findings = json_text::parse(backend::records()).at("findings");
    REQUIRE(findings.size() == 1);
    CHECK(findings[0].at("kind") == "leak");
    CHECK(findings[0].at("file").get<std::string>().ends_with("functions.cu"));
    CHECK(findings[0].at("line") > 0);
    CHECK(findings[0].at("count") == 1);
}

TEST_CASE("a stream that each call makes is a leak, and one that is kept is none") {
    cudaDeviceReset();  // another test may have lost the device
    Exchange kept("twice_in_a_kept_stream");
    for (int call = 0; call < 6; ++call) {
        kept.perform();
        CHECK(json_text::parse(backend::records()).at("findings").empty());
    }
    Exchange exchange("twice_in_a_stream");
    for (int call = 0; call < 4; ++call) {
        exchange.perform();
        CHECK(json_text::parse(backend::records()).at("findings").empty());
    }
    exchange.perform();
    const auto findings = json_text::parse(backend::records()).at("findings");
    REQUIRE(findings.size() == 1);
    CHECK(findings[0].at("kind") == "leak");
    CHECK(findings[0].at("severity") == "error");
    CHECK(findings[0].at("file").get<std::string>().ends_with("functions.cu"));
    CHECK(
        findings[0].at("message").get<std::string>().starts_with("The stream is never destroyed"));
}
