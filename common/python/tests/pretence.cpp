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

// 2 becomes 5 on the device and 3 becomes 7, so the kernel's 2 * 3 is 35 there.
Pretence other_numbers() {
    return Pretence().replaces({{2, 5}, {3, 7}}, {{35, 1e-4, 6}, {10, 1e-4, 4}});
}

}  // namespace

TEST_CASE("numbers are replaced on their way in, except zeros and bytes of other types") {
    CHECK(floats_of(other_numbers().on_the_way_in(bytes_of({2, 0, 3}))) == Floats{5, 0, 7});
    CHECK(floats_of(other_numbers().on_the_way_in(bytes_of({2, 9, 8}))) == Floats{2, 9, 8});
}

TEST_CASE("a kernel's results are returned as if made from the script's own numbers") {
    Bytes bytes = bytes_of({35.00001f, 10});
    const auto strange = other_numbers().on_the_way_out(bytes, by_kernel);
    CHECK(floats_of(bytes) == Floats{6, 4});
    CHECK(strange == std::vector<bool>{false, false});
}

TEST_CASE("numbers that no kernel computed stay as they are") {
    Bytes bytes = bytes_of({6, 35});
    const auto strange = other_numbers().on_the_way_out(bytes, by_kernel);
    CHECK(floats_of(bytes) == Floats{6, 6});
    CHECK(strange == std::vector<bool>{true, false});
}

TEST_CASE("numbers that the device only stores are returned unchanged") {
    Bytes bytes = bytes_of({5, 7, 1});
    CHECK(other_numbers().on_the_way_out(bytes, by_copy) == std::vector<bool>{false, false, false});
    CHECK(floats_of(bytes) == Floats{2, 3, 1});
}

TEST_CASE("a kernel's results are changed by the requested amount") {
    Bytes bytes = bytes_of({1, 2});
    Pretence().adds(16).on_the_way_out(bytes, by_kernel);
    CHECK(floats_of(bytes) == Floats{17, 18});
    Pretence().adds(16).on_the_way_out(bytes, by_copy);
    CHECK(floats_of(bytes) == Floats{17, 18});
}

TEST_CASE("a device that pretends nothing changes nothing") {
    Bytes bytes = bytes_of({1, 2});
    CHECK(Pretence().on_the_way_in(bytes) == bytes);
    CHECK(Pretence().on_the_way_out(bytes, by_kernel).empty());
    CHECK(floats_of(bytes) == Floats{1, 2});
    CHECK(Pretence().times_as_long() == 1);
    CHECK(Pretence().slows(3).times_as_long() == 3);
}
