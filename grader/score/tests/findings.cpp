#include "score/findings.hpp"

#include <doctest/doctest.h>

#include <utility>

using namespace grader::score;

namespace {

Finding at(int line, const char* kind, const char* message = "") {
    Finding finding;
    finding.kind = kind;
    finding.severity = Severity::error;
    finding.file = "lab.cu";
    finding.line = line;
    finding.message = message;
    return finding;
}

}  // namespace

TEST_CASE("one root cause stays one finding, with its counts added") {
    std::vector<Finding> findings{at(1, "race")};
    merge(findings, std::vector{at(1, "race"), at(2, "race"), at(1, "leak")});
    REQUIRE(findings.size() == 3);
    CHECK(findings[0].count == 2);
}

TEST_CASE("a finding takes its message from the first finding at its line") {
    const auto out_of_bounds = [](const char* message) { return at(9, "out_of_bounds", message); };
    std::vector<Finding> known{out_of_bounds("of a call of 1 element")};
    known.front().count = 5;
    retell(known, std::vector{out_of_bounds("x[37]"), out_of_bounds("b[-32]")});
    CHECK(known.front().message == "x[37]");
    CHECK(known.front().count == 5);
}

TEST_CASE("a race is the same from either side, and findings that name one cause are one") {
    Finding race = at(1, "race");
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
