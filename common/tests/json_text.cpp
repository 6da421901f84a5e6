// What json_text promises beyond the library behind it.
#include "json_text.hpp"

#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

using nlohmann::json;

TEST_CASE("malformed JSON is discarded or throws, as requested") {
    CHECK(json_text::parse_or_discard("{\"a\":").is_discarded());
    CHECK_THROWS_AS(json_text::parse("{\"a\":"), json::parse_error);
    CHECK(json_text::parse("{\"a\": 1}").at("a") == 1);
}

TEST_CASE("the output is UTF-8, whatever bytes a value holds") {
    CHECK(json_text::write(json{{"name", "a\xff"}}) == "{\"name\":\"a\xef\xbf\xbd\"}");
}

TEST_CASE("with an indentation there is a line for each member") {
    CHECK(json_text::write(json{{"a", 1}, {"b", 2}}, 1) == "{\n \"a\": 1,\n \"b\": 2\n}");
}
