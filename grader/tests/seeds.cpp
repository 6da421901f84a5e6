// For the lab named by LAB: the solution gets full marks for all drawn sizes, inputs and limits.
#include <doctest/doctest.h>

#include <cstdint>
#include <numeric>
#include <string>
#include <vector>

#include "grade_command.hpp"

using namespace course;

TEST_CASE("the solution gets full marks with every seed") {
    std::vector<std::uint64_t> seeds(50);
    std::iota(seeds.begin(), seeds.end(), 1);
    // Lab 09's drawn example has as many chains as the one that its predictions are stated for.
    seeds.push_back(16526959126321);
    // Lab 09's pruned tree still has points in its last level.
    seeds.push_back(74822999913898);
    for (const std::uint64_t seed : seeds) {
        const auto graded =
            grade(the_lab().slug, kit.solutions(), {"--seed", std::to_string(seed)});
        INFO(graded.terminal);
        CHECK(graded.status == 0);
    }
}
