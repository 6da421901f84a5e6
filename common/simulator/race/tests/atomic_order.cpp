// Atomics beside plain accesses of the same value, and their scopes.
#include <doctest/doctest.h>

#include "scene.hpp"

using namespace cusim;
using namespace cusim::race;

TEST_CASE("atomics on one address are no race, but a plain access among them is") {
    int* sum = filled(1);
    {
        Launch launch{4, 64};
        for (unsigned b = 0; b < 4; ++b)
            for (unsigned t = 0; t < 64; ++t) launch.thread(b, t).add(sum, 1);
    }
    CHECK(reported() == "");
    {
        Launch launch{4, 64};
        for (unsigned b = 0; b < 4; ++b) launch.thread(b, 0).add(sum, 1);
        launch.thread(2, 1).read(sum);
    }
    CHECK(reported() == "race error");
    {
        Launch launch{4, 64};
        launch.thread(2, 1).read(sum);
        launch.thread(0, 0).add(sum, 1);
    }
    CHECK(reported() == "race error");
}

TEST_CASE("a plain write stays a race for other blocks after its own block's atomics") {
    int* sum = filled(1);
    const auto clear_and_add = [&](bool others_know) {
        Launch launch{2, 64};
        launch.thread(0, 0).write(sum, 0);
        launch.barrier(0);
        for (unsigned t = 0; t < 64; ++t) launch.thread(0, t).add(sum, 1);
        if (!others_know) launch.thread(1, 0).add(sum, 1);
    };
    clear_and_add(true);
    CHECK(reported() == "");
    clear_and_add(false);
    CHECK(reported() == "race error");
    clear_and_add(true);
    CHECK(reported() == "");
}

TEST_CASE("block-scope atomics are enough within a block only") {
    int* sum = filled(1);
    {
        Launch launch{1, 64};
        launch.thread(0, 0).add(sum, 1, Scope::block);
        launch.thread(0, 63).add(sum, 1, Scope::block);
    }
    CHECK(reported() == "");
    {
        Launch launch{2, 64};
        launch.thread(0, 0).add(sum, 1, Scope::block);
        launch.thread(1, 0).add(sum, 1);
    }
    CHECK(reported() == "race error");
}
