// What the channel's words promise: what one side encodes the other decodes, and nothing but a
// well-formed message is taken from a peer.
#include "runner/protocol.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <concepts>
#include <limits>
#include <map>
#include <optional>
#include <random>
#include <string>
#include <type_traits>
#include <vector>

#include "tests/damaged_text.hpp"

using namespace runner;

namespace {

// A value other than a member's default, of every kind of member.

template <class Message>
void fill(Message& message);

void set(std::string& text) {
    text = "y";
}
void set(bool& flag) {
    flag = true;
}
template <std::integral Number>
void set(Number& number) {
    number = std::is_signed_v<Number> ? static_cast<Number>(-3) : static_cast<Number>(12);
}
void set(double& real) {
    real = -0.1;
}
void set(ElementType& type) {
    type = ElementType::u8;
}
void set(Role& role) {
    role = Role::echo;
}
void set(ReplyStatus& status) {
    status = ReplyStatus::threw;
}
void set(ArraySpec& array) {
    fill(array);
}
template <class Value>
void set(std::optional<Value>& given) {
    set(given.emplace());
}
template <class Value>
void set(std::vector<Value>& values) {
    values.resize(2);
    set(values[1]);
}
template <class Value>
void set(std::map<std::string, Value>& values) {
    set(values["n"]);
}

template <class Message>
void fill(Message& message) {
    for_each_field(message, [](const char*, auto& member) { set(member); });
}

template <class Message>
Message some() {
    Message message;
    fill(message);
    return message;
}

std::string with(const std::string& text, const std::string& from, const std::string& to) {
    std::string changed = text;
    changed.replace(changed.find(from), from.size(), to);
    return changed;
}

}  // namespace

TEST_CASE("a request survives encoding and decoding") {
    CHECK(decode_request(encode(some<Request>())) == some<Request>());
}

TEST_CASE("a reply survives encoding and decoding") {
    CHECK(decode_reply(encode(some<Reply>())) == some<Reply>());
}

TEST_CASE("a reply with bytes that are not UTF-8 is sent as valid JSON") {
    Reply reply = some<Reply>();
    reply.reason = "\xff\xfe line";
    CHECK(decode_reply(encode(reply)).reason.find("line") != std::string::npos);
}

TEST_CASE("a reply is refused for each kind of damage") {
    const std::string good = encode(some<Reply>());
    for (const std::string& bad : {
             std::string(),
             std::string("null"),
             std::string("[]"),
             std::string("\xff"),
             good.substr(0, good.size() - 1),
             good + "x",
             with(good, "\"call\":-3", "\"call\":\"7\""),
             with(good, "\"call\":-3", "\"call\":-3.5"),
             with(good, "\"call\":-3", "\"call\":99999999999"),
             with(good, "\"result\":-3", "\"result\":18446744073709551615"),
             with(good, "\"call\":-3", "\"call\":-3,\"score\":100"),
             with(good, "\"call\":-3,", ""),
             with(good, "\"threw\"", "\"passed\""),
             with(good, "\"error\":\"y\"", "\"error\":null"),
             with(good, "[\"\",\"y\"]", "\"y\""),
             with(good, "[\"\",\"y\"]", "[1]"),
             with(good, "\"host_copies\":12", "\"host_copies\":-2"),
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
    Reply reply = some<Reply>();
    reply.reason = "[[[[[[[[[[[[[[ \\\" [[[";
    CHECK(decode_reply(encode(reply)) == reply);
}

TEST_CASE("a message beyond the packet's size is refused") {
    CHECK_THROWS_AS(decode_reply(std::string(max_message_bytes + 1, ' ')), ProtocolError);
}

TEST_CASE("a request whose array could overflow its sizes is refused") {
    const std::string good = encode(some<Request>());
    for (const char* count :
         {"18446744073709551615", "-1", "4611686018427387904", "1.5", "\"3\""}) {
        CAPTURE(count);
        CHECK_THROWS_AS(
            decode_request(with(good, "\"count\":12", "\"count\":" + std::string(count))),
            ProtocolError);
    }
    CHECK_THROWS_AS(decode_request(with(good, "\"slots\":12", "\"slots\":0")), ProtocolError);
    CHECK_THROWS_AS(decode_request(with(good, "\"stride\":12", "\"stride\":1099511627776")),
                    ProtocolError);
}

TEST_CASE("random damage to a reply is refused or decoded, never anything else") {
    const std::string good = encode(some<Reply>());
    std::mt19937 random(20);
    constexpr Damage most{.edits = 4, .erased = 8, .repeated = 20};
    int decoded = 0, refused = 0;
    for (int round = 0; round < 20'000; ++round) {
        const std::string text = damaged(good, most, random);
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

TEST_CASE("real numbers survive as they are, whatever they are") {
    Request request;
    request.reals = {{"far", -std::numeric_limits<double>::infinity()},
                     {"tiny", std::numeric_limits<double>::denorm_min()},
                     {"third", 1.0 / 3}};
    CHECK(decode_request(encode(request)) == request);
}

TEST_CASE("what is not given is not given after decoding") {
    CHECK(decode_request(encode(Request())) == Request());
}

TEST_CASE("a real number may be NaN, and is nothing but a number") {
    Request request;
    request.reals = {{"c", std::numeric_limits<double>::quiet_NaN()}};
    const std::string text = encode(request);
    CHECK(std::isnan(decode_request(text).reals.at("c")));
    for (const char* wrong : {"\"\"", "\"1x\"", "\" 1\"", "1", "null", "\"1e999\""})
        CHECK_THROWS_AS_MESSAGE(decode_request(with(text, "\"nan\"", wrong)), ProtocolError, wrong);
}
