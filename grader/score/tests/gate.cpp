#include "score/gate.hpp"

#include <doctest/doctest.h>

#include <vector>

using namespace grader::score;

namespace {

const Done right{Part::correct, "rung 1", 10, true, false, true};
const Done wrong{Part::correct, "rung 1", 10, false, false, true};
const Done right_but_racing{Part::correct, "rung 1", 10, true, true, true};
const Done right_without_points{Part::correct, "rung 1", 0, true, false, true};
const Done wrong_elsewhere{Part::correct, "rung 2", 10, false, false, true};

std::string reason(Part part, const std::string& rung, std::vector<Done> done) {
    return reason_not_to_run(part, rung, done).value_or("");
}

}  // namespace

TEST_CASE("correct cases always run") {
    CHECK(reason(Part::correct, "rung 1", {wrong}) == "");
}

TEST_CASE("safe waits for a correct case of its rung that carries points") {
    const std::string expected = "not run, because no correct case of rung 1 has passed";
    CHECK(reason(Part::safe, "rung 1", {}) == expected);
    CHECK(reason(Part::safe, "rung 1", {wrong}) == expected);
    CHECK(reason(Part::safe, "rung 1", {right_without_points, wrong}) == expected);
    CHECK(reason(Part::safe, "rung 1", {{Part::correct, "rung 2", 5, true, false, true}}) ==
          expected);
    CHECK(reason(Part::safe, "rung 1", {right, wrong}) == "");
}

TEST_CASE("a case whose calls were meant to fail does not open safe") {
    const Done meant_to_fail{Part::correct, "rung 1", 5, true, false, false};
    CHECK(reason(Part::safe, "rung 1", {wrong, meant_to_fail}) ==
          "not run, because no correct case of rung 1 has passed");
    CHECK(reason(Part::fast, "rung 1", {right, meant_to_fail}) == "");
}

TEST_CASE("fast waits for all correct cases of its rung, and for no race") {
    CHECK(reason(Part::fast, "rung 1", {right}) == "");
    CHECK(reason(Part::fast, "rung 1", {right, wrong_elsewhere}) == "");
    CHECK(reason(Part::fast, "rung 1", {right, wrong}) ==
          "not run, because not every correct case of rung 1 has passed");
    CHECK(reason(Part::fast, "rung 1", {right_but_racing}) ==
          "not run, because a race was found in rung 1");
}

TEST_CASE("a case without a rung depends on the whole lab") {
    CHECK(reason(Part::fast, "", {right, wrong_elsewhere}) ==
          "not run, because not every correct case has passed");
    CHECK(reason(Part::safe, "", {wrong_elsewhere, right}) == "");
}

TEST_CASE(
    "of a rung's correct cases the one that is worth most tells whether every shape is right") {
    const Done small{Part::correct, "rung 1", 3, false, false, true};
    const Done most_elsewhere{Part::correct, "rung 2", 30, false, false, true};
    CHECK(has_passed_most("rung 1", std::vector<Done>{right, small, most_elsewhere}));
    CHECK(!has_passed_most("rung 1", std::vector<Done>{wrong, {Part::correct, "rung 1", 3, true}}));
    CHECK(!has_passed_most("rung 1", {}));
}

TEST_CASE("a case depends on those of earlier parts on its rung, and on all where it has none") {
    CHECK(asks_about(Part::fast, "rung 1", Part::correct, "rung 1"));
    CHECK(asks_about(Part::fast, "rung 1", Part::safe, "rung 1"));
    CHECK(asks_about(Part::predict, "", Part::correct, "rung 1"));
    CHECK(!asks_about(Part::fast, "rung 1", Part::correct, "rung 2"));
    CHECK(!asks_about(Part::predict, "rung 1", Part::fast, "rung 1"));
    CHECK(!asks_about(Part::correct, "rung 1", Part::correct, "rung 1"));
}
