// The corpus's judge, judged: a missing finding, a stray one and a wrong line are all complaints.
#include "simulator/tests/expectation.hpp"

#include <doctest/doctest.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <nlohmann/json.hpp>

using namespace corpus;
using nlohmann::json;

namespace {

struct Source {
    explicit Source(const std::string& text) {
        close(mkstemp(path.data()));
        std::ofstream{path} << text;
    }
    ~Source() { std::filesystem::remove(path); }
    std::string path = "/tmp/expectation-XXXXXX";
};

Expectation expectation_in(const std::string& text) {
    return read_expectation(Source{text}.path);
}

json race(int line, int other) {
    return {{"kind", "race"},
            {"severity", "error"},
            {"line", line},
            {"other", {{"line", other}}},
            {"message", "m"}};
}

const char* two_lines = "// EXPECT: race error put get\nput();  // @put\nget();  // @get\n";

}  // namespace

TEST_CASE("the finding promised, in either direction and any number, is accepted") {
    const Expectation expected = expectation_in(two_lines);
    CHECK(expected.complaints(json::array({race(2, 3)})).empty());
    CHECK(expected.complaints(json::array({race(3, 2)})).empty());
}

TEST_CASE("a missing finding, a stray one and a wrong line are complaints") {
    const Expectation expected = expectation_in(two_lines);
    CHECK(expected.complaints(json::array()) ==
          std::vector<std::string>{"not found: race error 2 3"});
    CHECK(expected.complaints(json::array({race(2, 3), race(2, 2)})) ==
          std::vector<std::string>{"not expected: race error 2 2: m"});
    CHECK(expected.complaints(json::array({race(2, 2)})).size() == 2);
    json warning = race(2, 3);
    warning["severity"] = "warning";
    CHECK(expected.complaints(json::array({warning})).size() == 2);
}

TEST_CASE("either of two lines will do where the order of threads decides") {
    const Expectation expected = expectation_in(
        "// EXPECT: race error clear|add get\n"
        "clear();  // @clear\nadd();  // @add\nget();  // @get\n");
    CHECK(expected.complaints(json::array({race(2, 4)})).empty());
    CHECK(expected.complaints(json::array({race(4, 3)})).empty());
    CHECK(expected.complaints(json::array({race(2, 3)})).size() == 2);
}

TEST_CASE("a second party without a line is none") {
    const Expectation expected = expectation_in("// EXPECT: race error put\nput();  // @put\n");
    CHECK(expected.complaints(json::array({race(2, 0)})).empty());
    CHECK(expected.complaints(json::array({race(2, 2)})).empty());
    CHECK(expected.complaints(json::array({race(2, 3)})).size() == 2);
}

TEST_CASE("what may be found need not be") {
    const Expectation expected =
        expectation_in(std::string{two_lines} + "// MAY: race error put\n");
    CHECK(expected.complaints(json::array({race(2, 3), race(2, 2)})).empty());
    CHECK(expected.complaints(json::array({race(2, 3)})).empty());
}

TEST_CASE("a source whose comments do not add up is refused") {
    CHECK_THROWS_AS(expectation_in("// EXPECT: race error nowhere\n"), BadExpectation);
    CHECK_THROWS_AS(expectation_in("// EXPECT: race\n"), BadExpectation);
    CHECK_THROWS_AS(expectation_in("a;  // @a\n// EXPECT: race error a a a\n"), BadExpectation);
    CHECK_THROWS_AS(expectation_in("int main() {}\n"), BadExpectation);
    CHECK_THROWS_AS(expectation_in("a;  // @x\nb;  // @x\n// EXPECT: race error x\n"),
                    BadExpectation);
    CHECK_THROWS_AS(expectation_in(""), BadExpectation);
}

TEST_CASE("words and the manner of death are read") {
    const Expectation expected =
        expectation_in("// EXPECT: leak warning\n// SAYS: 4096 bytes\n// DIES\n");
    CHECK(expected.says == std::vector<std::string>{"4096 bytes"});
    CHECK(expected.dies);
    CHECK_FALSE(expected.has_error());
}
