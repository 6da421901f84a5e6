// The parser for the promises of planted bugs: each mark, and each error.
#include "simulator/tests/corpus/promises.hpp"

#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

#include "simulator/tests/workplace.hpp"

using namespace corpus;

namespace {

Promises promises_in(const std::string& text) {
    const Workplace place;
    place.write("program.cu", text);
    return read_promises(place.path("program.cu"));
}

using Lines = std::set<int>;

}  // namespace

TEST_CASE("a finding is promised at the end of its line, of several kinds if need be") {
    const Promises promises = promises_in("int x;\nsum += y;  // EXPECT race, leak warning\n");
    REQUIRE(promises.must.size() == 2);
    CHECK(promises.must[0].describe() == "race error on line 2");
    CHECK(promises.must[1].describe() == "leak warning on line 2");
    CHECK(promises.has_error());
    CHECK_FALSE(promises_in("a();  // EXPECT leak warning\n").has_error());
}

TEST_CASE("a kind on several lines is one promise") {
    const Promises promises = promises_in("a();  // EXPECT race\nb();  // EXPECT race\n");
    REQUIRE(promises.must.size() == 1);
    CHECK(promises.must[0].lines == Lines{1, 2});
}

TEST_CASE("the other line of a finding has a mark of its own, on the same line if it is this one") {
    const Promises promises =
        promises_in("a();  // OTHER race\nb();  // EXPECT race // OTHER race\n");
    REQUIRE(promises.must.size() == 1);
    CHECK(promises.must[0].lines == Lines{2});
    CHECK(promises.must[0].others == Lines{1, 2});
}

TEST_CASE("what may be found is no promise") {
    const Promises promises = promises_in("a();  // MAY unsupported note\n");
    CHECK(promises.is_clean());
    REQUIRE(promises.may.size() == 1);
    CHECK(promises.may[0].describe() == "unsupported note on line 1");
}

TEST_CASE("SAYS, DIES, ORDER and NEAR-MISS are read from lines of their own") {
    const Promises promises = promises_in(
        "// NEAR-MISS: argument\n// SAYS: 4096 bytes\n// SAYS: of y // z\n// DIES\n"
        "// ORDER: compare\na();  // EXPECT leak alone\n");
    CHECK(promises.near_miss);
    CHECK(promises.says == std::vector<std::string>{"4096 bytes", "of y // z"});
    CHECK(promises.dies);
    CHECK(promises.compares_orders);
    CHECK(promises.must[0].alone);
}

TEST_CASE("other comments are none of the reader's business") {
    CHECK(promises_in("// EXPECTED of all\na();  // ORDERS of threads\n// DIESEL\n").is_clean());
    CHECK(promises_in("int main() {}\n").is_clean());
}

TEST_CASE("a mark that is no promise is refused") {
    for (const char* line :
         {"a();  // EXPECT", "a();  // EXPECT race, ", "a();  // EXPECT race,, leak",
          "a();  // EXPECT race note", "a();  // EXPECT race error today",
          "a();  // EXPECT race alone warning", "a();  // EXPECT: race error put",
          "a();  // EXPECT race, race", "a();  // OTHER race alone", "a();  // MAY leak alone"})
        CHECK_THROWS_AS_MESSAGE(promises_in(line), BadPromise, line);
}

TEST_CASE("a mark on a line without code is refused") {
    CHECK_THROWS_AS(promises_in("// EXPECT race\n"), BadPromise);
    CHECK_THROWS_AS(promises_in("    // MAY race\n"), BadPromise);
}

TEST_CASE("an OTHER without an EXPECT is refused, and one where there must be none") {
    CHECK_THROWS_AS(promises_in("a();  // OTHER race\n"), BadPromise);
    CHECK_THROWS_AS(promises_in("a();  // EXPECT race\nb();  // OTHER race warning\n"), BadPromise);
    CHECK_THROWS_AS(promises_in("a();  // EXPECT race alone\nb();  // OTHER race\n"), BadPromise);
    CHECK_THROWS_AS(promises_in("a();  // EXPECT race alone\nb();  // EXPECT race\n"), BadPromise);
}

TEST_CASE("a line about the whole program that cannot be read is refused") {
    for (const char* line :
         {"// NEAR-MISS", "// NEAR-MISS: environment", "// SAYS:", "// SAYS words", "// DIES: now",
          "// ORDER: forward", "b();  // DIES", "b();  // NEAR-MISS: argument"})
        CHECK_THROWS_AS_MESSAGE(promises_in(std::string{line} + "\na();  // EXPECT race\n"),
                                BadPromise, line);
}

TEST_CASE("a race has a witness unless a line says why not, and nothing else has one") {
    CHECK_FALSE(promises_in("a();  // EXPECT race\n").has_no_witness);
    CHECK(promises_in("// NO WITNESS: zeros\na();  // EXPECT race\n").has_no_witness);
    for (const char* text :
         {"// NO WITNESS: zeros\na();  // EXPECT leak\n", "// NO WITNESS\na();  // EXPECT race\n"})
        CHECK_THROWS_AS_MESSAGE(promises_in(text), BadPromise, text);
}

TEST_CASE("SAYS, DIES and NEAR-MISS need a finding") {
    for (const char* line : {"// NEAR-MISS: argument", "// SAYS: words", "// DIES"})
        CHECK_THROWS_AS_MESSAGE(promises_in(line), BadPromise, line);
}

TEST_CASE("a refusal names the line, and a source that is not there is refused") {
    CHECK_THROWS_WITH_AS(promises_in("int x;\na();  // EXPECT race note\n"),
                         "line 2: nobody must find a note: race note", BadPromise);
    CHECK_THROWS_AS(read_promises("/no/such/file.cu"), BadPromise);
}

TEST_CASE("who speaks no C++ gets the same as JSON") {
    const auto json = to_json(promises_in("a();  // EXPECT race\nb();  // OTHER race\n"));
    CHECK(json["must"][0]["kind"] == "race");
    CHECK(json["must"][0]["severity"] == "error");
    CHECK(json["must"][0]["lines"] == nlohmann::json::array({1}));
    CHECK(json["must"][0]["others"] == nlohmann::json::array({2}));
    CHECK(json["near_miss"] == false);
}
