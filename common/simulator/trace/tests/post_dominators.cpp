#include "simulator/trace/post_dominators.hpp"

#include <doctest/doctest.h>

#include <vector>

using cusim::trace::post_dominators;

TEST_CASE("post-dominators of a diamond, a loop and a graph known in part") {
    constexpr unsigned exit4 = 4, exit3 = 3, exit5 = 5;
    CHECK(post_dominators({{1, 2}, {3}, {3}, {exit4}}) == std::vector<unsigned>{3, 3, 3, exit4});
    CHECK(post_dominators({{1}, {1, 2}, {exit3}}) == std::vector<unsigned>{1, 2, exit3});
    CHECK(post_dominators({{1, 2}, {exit3}, {exit3}}) ==
          std::vector<unsigned>{exit3, exit3, exit3});
    // Nothing was seen to follow block 3.
    CHECK(post_dominators({{1, 2}, {3}, {3}, {}}) == std::vector<unsigned>{3, 3, 3, exit4});
    // No thread has left the loop so far.
    CHECK(post_dominators({{1}, {2, 3}, {4}, {4}, {1}}) ==
          std::vector<unsigned>{1, 4, 4, 4, exit5});
}
