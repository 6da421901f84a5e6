// The points of cases: as lab.toml declares them for rungs, and beside hidden cases.
#include <doctest/doctest.h>

#include <stdexcept>

#include "suite/registry.hpp"

namespace points_tests {

using namespace grader::suite;
namespace score = grader::score;

namespace {

void nothing() {}

constexpr const char* hidden_lab = "00-hidden";
const Registration open_case(hidden_lab, Part::correct, "rung 1: open", 30, nothing);
const Registration open_too(hidden_lab, Part::correct, "rung 1: open, too", 10, nothing);
const Registration hidden_case(hidden_lab, Part::correct, "rung 1: hidden", 40, nothing,
                               Needs::values, Seen::hidden);
const Registration fast_case(hidden_lab, Part::fast, "rung 1: fast", 20, nothing);

}  // namespace

TEST_CASE("hidden cases share their part's points with the others, and full marks stay") {
    const auto points = points_of(hidden_lab, false);
    CHECK(points.at(&open_case) == 15);
    CHECK(points.at(&open_too) == 5);
    CHECK(points.at(&hidden_case) == 20);
    CHECK(points.at(&fast_case) == 20);
    CHECK(full_marks(hidden_lab) == 60);
}

TEST_CASE("what lab.toml declares for a part is divided by the cases' numbers") {
    const score::RungPoints declared{{"rung 1", {{Part::correct, 60}, {Part::fast, 5}}}};
    const auto points = points_of(hidden_lab, false, declared);
    // Half of the part is the hidden case's.
    CHECK(points.at(&open_case) == 22.5);
    CHECK(points.at(&open_too) == 7.5);
    CHECK(points.at(&hidden_case) == 30);
    CHECK(points.at(&fast_case) == 5);
}

TEST_CASE("points of parts without cases, and parts without points, are faults of lab.toml") {
    const auto fault = [](const score::RungPoints& declared) -> std::string {
        try {
            points_of(hidden_lab, false, declared);
        } catch (const std::runtime_error& error) {
            return error.what();
        }
        return "";
    };
    CHECK(fault({{"rung 1", {{Part::correct, 60}, {Part::fast, 5}, {Part::safe, 1}}}}) ==
          "labs/00-hidden/lab.toml: points: rung 1, safe: the suite has no such case with points");
    CHECK(
        fault({{"rung 2", {{Part::correct, 60}}}}) ==
        "labs/00-hidden/lab.toml: points: rung 2, correct: the suite has no such case with points");
    CHECK(
        fault({{"rung 1", {{Part::correct, 60}}}}) ==
        "labs/00-hidden/lab.toml: points: rung 1, fast: is missing, and the suite has cases of it");
}

TEST_CASE("a suite that names no lab is named, with the lab that it may mean") {
    const std::vector<std::string> labs{"00-hiden", "00-test"};
    const auto faults = suites_of_no_lab(labs);
    REQUIRE(faults.size() == 1);
    CHECK(faults[0] ==
          "a suite in grader/suites or hidden says LAB_SUITE(\"00-hidden\"), and there is no such "
          "lab; did you mean '00-hiden'?");
}

}  // namespace points_tests
