// For the lab named by LAB: the solution gets full marks for all drawn sizes, inputs and limits.
#include <doctest/doctest.h>

#include <string>

#include "grade_command.hpp"

using namespace course;

TEST_CASE("the solution gets full marks with every seed") {
    constexpr int seeds = 50;
    for (int seed = 1; seed <= seeds; ++seed) {
        const auto graded =
            grade(the_lab().slug, kit.solutions(), {"--seed", std::to_string(seed)});
        INFO(graded.terminal);
        CHECK(graded.status == 0);
    }
}
