#include "python/device/variety.hpp"

#include <doctest/doctest.h>

#include <cstddef>
#include <map>
#include <span>
#include <vector>

using python::Bytes;
using python::floats_that_differ;
using python::Variety;

namespace {

using Floats = std::vector<float>;
using Allocated = std::map<const std::byte*, std::size_t>;

const std::byte* address(const Floats& floats) {
    return std::as_bytes(std::span(floats)).data();
}

Allocated allocated(const std::vector<const Floats*>& arrays) {
    Allocated all;
    for (const Floats* array : arrays) all[address(*array)] = array->size() * sizeof(float);
    return all;
}

void launch(Variety& variety, const std::vector<const Floats*>& arrays) {
    std::vector<const std::byte*> pointers;
    for (const Floats* array : arrays) pointers.push_back(address(*array) + sizeof(float));
    variety.launched(
        std::as_bytes(std::span(pointers)), allocated(arrays),
        [](const std::byte* begin, std::size_t bytes) { return Bytes(begin, begin + bytes); });
}

const Floats zeros(4), different{1, 2, 2, 3}, scalar{1};

}  // namespace

TEST_CASE("all but the most frequent number differ") {
    CHECK(floats_that_differ(std::as_bytes(std::span(zeros))) == 0);
    CHECK(floats_that_differ(std::as_bytes(std::span(different))) == 2);
    CHECK(floats_that_differ({}) == 0);
}

TEST_CASE("the worst array of a timed launch counts") {
    Variety variety;
    variety.begin(4);
    launch(variety, {&zeros});
    variety.recorded(1);
    launch(variety, {&different, &scalar});
    variety.recorded(2);
    variety.timed(1, 2);
    CHECK(variety.fewest() == 2);
    launch(variety, {&different, &zeros});
    variety.recorded(3);
    variety.timed(2, 3);
    CHECK(variety.fewest() == 0);
}

TEST_CASE("of several launches between two events, the best one counts") {
    Variety variety;
    variety.begin(4);
    variety.recorded(1);
    launch(variety, {&zeros});
    launch(variety, {&different});
    launch(variety, {&scalar});
    variety.recorded(2);
    variety.timed(1, 2);
    CHECK(variety.fewest() == 2);
}

TEST_CASE("launches that are given no array of that size do not count") {
    Variety variety;
    variety.begin(5);
    variety.recorded(1);
    launch(variety, {&zeros});
    variety.recorded(2);
    variety.timed(1, 2);
    CHECK_FALSE(variety.fewest());
}
