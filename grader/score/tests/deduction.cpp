#include "score/deduction.hpp"

#include <doctest/doctest.h>

#include <fstream>
#include <map>
#include <regex>
#include <string>

#include "lab/kit.hpp"
#include "simulator/report/findings/kinds.hpp"

using namespace grader::score;

namespace {

Finding found(const char* kind, int line, Severity severity = Severity::error) {
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
    CHECK(share_left(std::vector{found("race", 1, Severity::warning)}) == 1);
    CHECK_FALSE(has_race(std::vector{found("race", 1, Severity::warning)}));
}

TEST_CASE("every kind that the simulator knows has its share") {
    for (const auto& row : cusim::report::kinds) CHECK_MESSAGE(listed_share(row.name), row.name);
}

TEST_CASE("docs/grading.md tells what each kind costs") {
    std::ifstream file(grader::lab::this_kit().source / "docs/grading.md");
    REQUIRE(file);
    std::map<std::string, double> told;
    for (std::string line; std::getline(file, line);) {
        std::smatch row;
        if (!std::regex_match(line, row, std::regex(R"(\| (`.*`) \| (\d+)% \|)"))) continue;
        const std::string names = row[1];
        const std::regex name("`([a-z_]+)`");
        for (std::sregex_iterator i(names.begin(), names.end(), name), end; i != end; ++i)
            told[(*i)[1]] = std::stod(row[2]) / 100;
    }
    for (const auto& row : cusim::report::kinds)
        CHECK_MESSAGE(told[row.name] == listed_share(row.name), row.name);
}

TEST_CASE("an unknown kind costs everything") {
    CHECK(share_left(std::vector{found("new_kind", 1)}) == 0);
}
