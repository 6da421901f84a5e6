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

}  // namespace hidden_tests
