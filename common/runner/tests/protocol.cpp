// What the channel's words promise: what one side encodes the other decodes, and nothing but a
// well-formed message is taken from a peer.
#include "runner/protocol.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <random>
#include <string>

using namespace runner;

namespace {

Request some_request() {
    Request request;
    request.call = 7;
    request.function = "gather";
    request.sizes = {{"n", 3}, {"m", 4}};
    request.arrays = {{.name = "A", .role = Role::in, .count = 12},
                      {.name = "A", .role = Role::echo, .count = 12, .offset = 64},
                      {.name = "y", .role = Role::out, .count = 3, .slots = 5, .stride = 4}};
    request.arrays.push_back({.name = "B", .type = ElementType::u8, .role = Role::drawn});
    request.reals = {{"a", -0.1},
                     {"far", std::numeric_limits<double>::infinity()},
                     {"tiny", std::numeric_limits<double>::denorm_min()}};
    request.drawn_sizes = {"seed"};
    request.nonce = 0xffff'ffff'ffff'ffff;
    request.device_bytes_left = 4096;
    request.fail_call = 3;
    request.watch_cache = true;
    request.rows_of = "A";
    request.row_elements = 37;
    request.repeat = 2;
    // Lists all members, so that this line does not compile if a new member is not set above.
    [[maybe_unused]] const auto& [call, function, sizes, reals, arrays, repeat, nonce, drawn_sizes,
                                  left, failing, watch_cache, rows_of, row_elements] = request;
    return request;
}

Reply some_reply() {
    Reply reply;
    reply.call = 7;
    reply.status = ReplyStatus::threw;
    reply.error = "cudaErrorInvalidValue";
    reply.reason = "matvec.cu:12: cudaMalloc";
    reply.result = -3;
    reply.leaked_bytes = 256;
    reply.host_copies = 2;
    reply.device_copies = 3;
    reply.device_copy_bytes = 4096;
    reply.atomic_reads = 5;
    reply.lines_fetched = 9;
    reply.written_by_host = {"y"};
    reply.failed_call = "cudaMalloc at a.cu:3";
    reply.next_call = "cudaMemcpy at a.cu:4";
    // Lists all members, as above.
    [[maybe_unused]] const auto& [call, status, error, reason, result, leaked, host_copies,
                                  device_copies, device_copy_bytes, atomic_reads, lines_fetched,
                                  written_by_host, failed_call, next_call] = reply;
    return reply;
}

std::string with(const std::string& text, const std::string& from, const std::string& to) {
    std::string changed = text;
    changed.replace(changed.find(from), from.size(), to);
    return changed;
}

}  // namespace

TEST_CASE("a request survives encoding and decoding") {
    CHECK(decode_request(encode(some_request())) == some_request());
}

TEST_CASE("a reply survives encoding and decoding") {
    CHECK(decode_reply(encode(some_reply())) == some_reply());
}

TEST_CASE("a reply with bytes that are not UTF-8 is sent as valid JSON") {
    Reply reply = some_reply();
    reply.reason = "\xff\xfe line";
    CHECK(decode_reply(encode(reply)).reason.find("line") != std::string::npos);
}

TEST_CASE("a reply is refused for each kind of damage") {
    const std::string good = encode(some_reply());
    for (const std::string& bad : {
             std::string(),
             std::string("null"),
             std::string("[]"),
             std::string("\xff"),
             good.substr(0, good.size() - 1),
             good + "x",
             with(good, "\"call\":7", "\"call\":\"7\""),
             with(good, "\"call\":7", "\"call\":7.5"),
             with(good, "\"call\":7", "\"call\":99999999999"),
             with(good, "\"result\":-3", "\"result\":18446744073709551615"),
             with(good, "\"call\":7", "\"call\":7,\"score\":100"),
             with(good, "\"call\":7,", ""),
             with(good, "\"threw\"", "\"passed\""),
             with(good, "\"error\":\"cudaErrorInvalidValue\"", "\"error\":null"),
             with(good, "[\"y\"]", "\"y\""),
             with(good, "[\"y\"]", "[1]"),
             with(good, "\"host_copies\":2", "\"host_copies\":-2"),
         }) {
        CAPTURE(bad);
        CHECK_THROWS_AS(decode_reply(bad), ProtocolError);
    }
}

TEST_CASE("deep nesting is refused before it is parsed") {
    const std::string deep(30'000, '[');
    CHECK_THROWS_WITH_AS(decode_reply(deep), "nested too deeply", ProtocolError);
    CHECK_THROWS_AS(decode_reply("{\"a\":" + deep), ProtocolError);
}

TEST_CASE("brackets inside a string do not count as nesting") {
    Reply reply = some_reply();
    reply.reason = "[[[[[[[[[[[[[[ \\\" [[[";
    CHECK(decode_reply(encode(reply)) == reply);
}

TEST_CASE("a message beyond the packet's size is refused") {
    CHECK_THROWS_AS(decode_reply(std::string(max_message_bytes + 1, ' ')), ProtocolError);
}

TEST_CASE("a request whose array could overflow its sizes is refused") {
    const std::string good = encode(some_request());
    for (const char* count :
         {"18446744073709551615", "-1", "4611686018427387904", "1.5", "\"3\""}) {
        CAPTURE(count);
        CHECK_THROWS_AS(
            decode_request(with(good, "\"count\":12", "\"count\":" + std::string(count))),
            ProtocolError);
    }
    CHECK_THROWS_AS(decode_request(with(good, "\"slots\":5", "\"slots\":0")), ProtocolError);
    CHECK_THROWS_AS(decode_request(with(good, "\"stride\":4", "\"stride\":1099511627776")),
                    ProtocolError);
}

TEST_CASE("random damage to a reply is refused or decoded, never anything else") {
    const std::string good = encode(some_reply());
    std::mt19937 random(20);
    int decoded = 0, refused = 0;
    for (int round = 0; round < 20'000; ++round) {
        std::string text = good;
        for (unsigned edits = 1 + random() % 4; edits > 0; --edits) {
            const std::size_t at = random() % text.size();
            switch (random() % 3) {
                case 0:
                    text[at] = static_cast<char>(random());
                    break;
                case 1:
                    text.erase(at, 1 + random() % 8);
                    break;
                case 2:
                    text.insert(at, text.substr(random() % text.size(), random() % 20));
                    break;
            }
            if (text.empty()) text = "{";
        }
        try {
            decode_reply(text);
            ++decoded;
        } catch (const ProtocolError&) {
            ++refused;
        }
    }
    CHECK(decoded > 0);
    CHECK(refused > 0);
}

TEST_CASE("a real number may be NaN, and is nothing but a number") {
    Request request;
    request.reals = {{"c", std::numeric_limits<double>::quiet_NaN()}};
    const std::string text = encode(request);
    CHECK(std::isnan(decode_request(text).reals.at("c")));
    for (const char* wrong : {"\"\"", "\"1x\"", "\" 1\"", "1", "null", "\"1e999\""})
        CHECK_THROWS_AS_MESSAGE(decode_request(with(text, "\"nan\"", wrong)), ProtocolError, wrong);
}
