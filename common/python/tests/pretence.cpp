#include "python/device/pretence.hpp"

#include <doctest/doctest.h>

#include <cstring>
#include <vector>

using python::Bytes;
using python::Pretence;

namespace {

using Floats = std::vector<float>;

Bytes bytes_of(const Floats& floats) {
    Bytes bytes(floats.size() * sizeof(float));
    std::memcpy(bytes.data(), floats.data(), bytes.size());
    return bytes;
}

Floats floats_of(const Bytes& bytes) {
    Floats floats(bytes.size() / sizeof(float));
    std::memcpy(floats.data(), bytes.data(), bytes.size());
    return floats;
}

bool by_kernel(std::size_t, std::size_t) {
    return true;
}
bool by_copy(std::size_t, std::size_t) {
    return false;
}

}  // namespace

TEST_CASE("the last of a kernel's results is changed by the requested amount") {
    Bytes bytes = bytes_of({1, 2});
    Pretence().adds(16).on_the_way_out(bytes, by_kernel);
    CHECK(floats_of(bytes) == Floats{1, 18});
    Pretence().adds(16).on_the_way_out(bytes, by_copy);
    CHECK(floats_of(bytes) == Floats{1, 18});
}

TEST_CASE("another of a kernel's results is changed where its place is given") {
    Bytes bytes = bytes_of({1, 2, 3});
    Pretence().adds(16, 4).on_the_way_out(bytes, by_kernel);
    CHECK(floats_of(bytes) == Floats{1, 18, 3});
    const auto last_by_kernel = [](std::size_t at, std::size_t) { return at == 8; };
    Pretence().adds(16, 1).on_the_way_out(bytes, last_by_kernel);
    CHECK(floats_of(bytes) == Floats{1, 18, 19});
}

TEST_CASE("several of a kernel's results are changed, or as many as there are") {
    Bytes bytes = bytes_of({1, 2, 3, 4});
    Pretence().adds(16, 2, 3).on_the_way_out(bytes, by_kernel);
    CHECK(floats_of(bytes) == Floats{17, 18, 3, 20});
    Bytes one = bytes_of({1});
    Pretence().adds(16, 2, 3).on_the_way_out(one, by_kernel);
    CHECK(floats_of(one) == Floats{17});
}

TEST_CASE("of three numbers of a matrix, two are in one row and two in one column") {
    Bytes bytes = bytes_of(Floats(9));
    Pretence().adds(16, 1, 3).on_the_way_out(bytes, by_kernel);
    CHECK(floats_of(bytes) == Floats{0, 0, 0, 0, 16, 0, 16, 16, 0});
    Bytes all = bytes_of(Floats(9));
    Pretence().adds(16, 1, 9).on_the_way_out(all, by_kernel);
    CHECK(floats_of(all) == Floats(9, 16));
}

TEST_CASE("each part of the copies is off by another amount") {
    Pretence pretence = Pretence().adds(16).in_parts(4, 2);
    Floats off;
    for (int copy = 0; copy < 5; ++copy) {
        Bytes untouched = bytes_of({1});
        pretence.on_the_way_out(untouched, by_copy);
        Bytes bytes = bytes_of({0});
        pretence.on_the_way_out(bytes, by_kernel);
        off.push_back(floats_of(bytes).front());
    }
    CHECK(off == Floats{16, 16, 48, 48, 48});
    CHECK(pretence.altered_copies() == 5);
    CHECK(pretence.floats_of_copies() == 5);
}

TEST_CASE("a device that pretends nothing changes nothing") {
    Bytes bytes = bytes_of({1, 2});
    Pretence().on_the_way_out(bytes, by_kernel);
    CHECK(floats_of(bytes) == Floats{1, 2});
    CHECK(Pretence().times_as_long() == 1);
    CHECK(Pretence().slows(3).times_as_long() == 3);
}

TEST_CASE("a device may be slower each time that is asked for") {
    Pretence pretence = Pretence().slows(3, 2);
    CHECK(pretence.times_as_long() == 3);
    CHECK(pretence.times_as_long() == 6);
    CHECK(pretence.times_as_long() == 12);
}
