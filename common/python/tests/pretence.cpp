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
