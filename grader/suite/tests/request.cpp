#include "suite/request.hpp"

#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

using namespace grader::suite;

TEST_CASE("a request arrives as it was sent, each member of it") {
    Request sent;
    sent.lab = "04-shared-reduction";
    sent.submission = "labs/04";
    sent.device = "a100";
    sent.seed = ~std::uint64_t{0};
    sent.orders = {"random:7"};
    sent.log = "log.txt";
    sent.sandbox = grader::sandbox::Kind::none;
    sent.call_limit = std::chrono::milliseconds(7);
    sent.until_first_failure = true;
    sent.only_case = "one word";
    sent.closeups = true;
    sent.rung = "rung 2";
    sent.points = {{"rung 2", {{grader::score::Part::safe, 4.5}}}};
    sent.limits = {{"gather", "0.8 + m"}};
    sent.program = "program";
    sent.unset = {{"kernel", "a.cu", 3, "sum", 2}};
    sent.unshared = {{"kernel", "a.cu", 5, "Q"}};
    sent.slips = {{{"kernel"}, "a.cu", 6, "words"}};
    sent.open_hunts = {"textbook"};
    sent.on_device = true;
    sent.timed = true;
    sent.solution_on_device = "solution";
    sent.visible_device = "1";
    sent.device_lock = "lock of the device";
    sent.memory_rate = 3352;
    sent.sanitize = true;
    CHECK(decode_request(encode(sent)) == sent);
    // Lists all members, so that this line does not compile if a new member is not sent above.
    [[maybe_unused]] const auto& [lab, submission, device, seed, orders, log, sandbox, call_limit,
                                  until, only, closeups, rung, points, limits, program, unset,
                                  unshared, slips, hunts, on_device, timed, solution, visible,
                                  device_lock, memory_rate, sanitize] = sent;
    const auto given = nlohmann::json::parse(encode(sent));
    const auto usual = nlohmann::json::parse(encode(Request()));
    CHECK(given.size() == 26);
    for (const auto& [name, value] : given.items()) CHECK_MESSAGE(value != usual.at(name), name);
}

TEST_CASE("a request and the programs for the device are a line each") {
    Request sent;
    sent.lab = "two\nlines";
    CHECK(encode(sent).find('\n') == std::string::npos);
    const DevicePrograms programs{"a\nb", "to compare with"};
    CHECK(encode(programs).find('\n') == std::string::npos);
    CHECK(decode_device_programs(encode(programs)) == programs);
    CHECK_FALSE(decode_device_programs(encode(std::nullopt)));
}

TEST_CASE("what is no request is refused") {
    CHECK_THROWS(decode_request(""));
    CHECK_THROWS(decode_request(R"({"lab":"04"})"));
}
