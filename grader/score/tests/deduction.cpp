#include "score/deduction.hpp"

#include <doctest/doctest.h>

#include <utility>

#include "simulator/report/kinds.hpp"

using namespace grader::score;

namespace {

Finding found(const char* kind, int line, const char* severity = "error") {
    Finding finding;
    finding.kind = kind;
    finding.severity = severity;
    finding.file = "lab.cu";
    finding.line = line;
    return finding;
}

}  // namespace

TEST_CASE("a leak costs less than a race, and nothing costs nothing") {
    CHECK(share_left({}) == 1);
    CHECK(share_left(std::vector{found("leak", 1)}) > share_left(std::vector{found("race", 1)}));
}

TEST_CASE("a kind is deducted once, however many lines have it") {
    CHECK(share_left(std::vector{found("race", 1), found("race", 2)}) ==
          share_left(std::vector{found("race", 1)}));
}

TEST_CASE("several kinds add up, but never below nothing") {
    CHECK(share_left(std::vector{found("leak", 1), found("bad_copy", 2)}) == doctest::Approx(0.25));
    CHECK(share_left(std::vector{found("race", 1), found("out_of_bounds", 2)}) == 0);
}

TEST_CASE("warnings cost nothing") {
    CHECK(share_left(std::vector{found("race", 1, "warning")}) == 1);
    CHECK_FALSE(has_race(std::vector{found("race", 1, "warning")}));
}

TEST_CASE("every kind that the simulator knows has its share") {
    for (const auto& row : cusim::report::kinds) CHECK_MESSAGE(listed_share(row.name), row.name);
}

TEST_CASE("an unknown kind costs everything") {
    CHECK(share_left(std::vector{found("new_kind", 1)}) == 0);
}

TEST_CASE("one root cause stays one finding, with its counts added") {
    std::vector<Finding> findings{found("race", 1)};
    merge(findings, std::vector{found("race", 1), found("race", 2), found("leak", 1)});
    REQUIRE(findings.size() == 3);
    CHECK(findings[0].count == 2);
}

TEST_CASE("a finding is told again by the first of its line, behind which others go astray") {
    const auto at = [](const char* message) {
        Finding finding;
        finding.kind = "out_of_bounds";
        finding.severity = "error";
        finding.file = "a.cu";
        finding.line = 9;
        finding.message = message;
        return finding;
    };
    std::vector<Finding> known{at("of a call of 1 element")};
    known.front().count = 5;
    retell(known, std::vector{at("x[37]"), at("b[-32]")});
    CHECK(known.front().message == "x[37]");
    CHECK(known.front().count == 5);
}

TEST_CASE("a race is the same from either side, and findings that name one cause are one") {
    Finding race = found("race", 1);
    race.other.emplace();
    race.other->file = race.file;
    race.other->line = 2;
    Finding back = race;
    std::swap(back.line, back.other->line);
    Finding elsewhere = race;
    elsewhere.line = 7;
    std::vector<Finding> findings{race};
    merge(findings, std::vector{back, elsewhere});
    CHECK(findings.size() == 2);
    for (Finding* const each : {&race, &elsewhere}) each->cause = "k: mine [";
    findings = {race};
    merge(findings, std::vector{elsewhere});
    CHECK(findings.size() == 1);
}
