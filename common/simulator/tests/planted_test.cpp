// The judge of validation/bugs, judged.
#include "simulator/tests/planted.hpp"

#include <doctest/doctest.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <nlohmann/json.hpp>

#include "simulator/tests/expectation.hpp"

using namespace corpus;
using nlohmann::json;

namespace {

Planted planted_in(const std::string& text) {
    std::string path = "/tmp/planted-XXXXXX";
    close(mkstemp(path.data()));
    std::ofstream{path} << text;
    const auto remove = [&] { std::filesystem::remove(path); };
    try {
        Planted planted = read_planted(path);
        remove();
        return planted;
    } catch (...) {
        remove();
        throw;
    }
}

json finding(const char* kind, int line, const char* severity = "error") {
    return {{"kind", kind}, {"severity", severity}, {"line", line}, {"message", "m"}};
}

const char* two_bugs = "int x;\nsum += y;  // EXPECT race, uninitialized_read\n";

}  // namespace

TEST_CASE("every kind promised must be found on its line, and nothing else") {
    const Planted planted = planted_in(two_bugs);
    CHECK(planted.complaints({finding("race", 2), finding("uninitialized_read", 2)}).empty());
    CHECK(planted.complaints(json::array({finding("race", 2)})) ==
          std::vector<std::string>{"not found: uninitialized_read error on line 2"});
    CHECK(planted.complaints({finding("race", 2), finding("uninitialized_read", 1)}).size() == 2);
    CHECK(planted
              .complaints({finding("race", 2), finding("uninitialized_read", 2),
                           finding("leak", 1, "warning")})
              .size() == 1);
}

TEST_CASE("the line of the other party will do") {
    json race = finding("race", 9);
    race["other"] = {{"line", 1}};
    CHECK(planted_in("a();  // EXPECT race\n").complaints(json::array({race})).empty());
}

TEST_CASE("an error where a warning was promised is a complaint, a note never") {
    const Planted planted = planted_in("a();  // EXPECT leak warning\n");
    CHECK_FALSE(planted.has_error());
    CHECK(planted.complaints(json::array({finding("leak", 1)})).size() == 2);
    CHECK(planted.complaints({finding("leak", 1, "warning"), finding("unsupported", 1, "note")})
              .empty());
}

TEST_CASE("a program without a promise must be clean") {
    const Planted planted = planted_in("int main() {}\n");
    CHECK(planted.is_clean());
    CHECK(planted.complaints(json::array({finding("race", 1)})).size() == 1);
}

TEST_CASE("a promise that cannot be read is refused") {
    CHECK_THROWS_AS(planted_in("a();  // EXPECT race note\n"), BadExpectation);
    CHECK_THROWS_AS(planted_in("a();  // EXPECT race error today\n"), BadExpectation);
    CHECK_THROWS_AS(planted_in("a();  // EXPECT race, \n"), BadExpectation);
    CHECK_THROWS_AS(read_planted("/no/such/file.cu"), BadExpectation);
}
