// The effect of hidden cases on the points of a lab.
#include <doctest/doctest.h>

#include "suite/registry.hpp"

namespace hidden_tests {

using namespace grader::suite;

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

TEST_CASE("a suite that names no lab is named, with the lab that it may mean") {
    const std::vector<std::string> labs{"00-hiden", "00-test"};
    const auto faults = suites_of_no_lab(labs);
    REQUIRE(faults.size() == 1);
    CHECK(faults[0] ==
          "a suite in grader/suites or hidden says LAB_SUITE(\"00-hidden\"), and there is no such "
          "lab; did you mean '00-hiden'?");
}

}  // namespace hidden_tests
