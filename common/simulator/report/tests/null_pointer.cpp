// What is said of a null pointer in a kernel.
#include "simulator/report/advice/null_pointer.hpp"

#include <doctest/doctest.h>

using namespace cusim::report;

namespace {

Settled of_null(const std::vector<std::string>& nulls) {
    Settled settled;
    settled.recorded.finding = {.kind = FindingKind::out_of_bounds,
                                .variant = Variant::null_pointer};
    settled.recorded.nulls = nulls;
    return settled;
}

Settled after_refusal(std::uint64_t bytes) {
    Settled settled = of_null({"A"});
    settled.recorded.refused = {.site = {}, .function = "cudaMalloc", .bytes = bytes, .room = 4096};
    settled.refused = {.file = "a.cu", .path = "a.cu", .line = 7};
    return settled;
}

}  // namespace

TEST_CASE("a null pointer is named where the launch hands it over") {
    CHECK(null_pointer_words(of_null({})) ==
          "The pointer is null: has the memory been allocated, and did the call succeed?");
    CHECK(null_pointer_words(of_null({"A", "x"})) ==
          "The launch hands over `A`, `x` as null: has the memory been allocated, and did the call "
          "succeed?");
}

TEST_CASE("an allocation that had no room is named with what it asked for") {
    CHECK(null_pointer_words(after_refusal(8192)) ==
          "The launch hands over `A` as null. cudaMalloc on line 7 of a.cu had no room for 8192 "
          "bytes: here, all arrays together may have 4096. Check what each call returns, as by "
          "CUDA_CHECK.");
    CHECK(null_pointer_words(after_refusal(std::uint64_t(-2'779'869'184))) ==
          "The launch hands over `A` as null. cudaMalloc on line 7 of a.cu had no room for "
          "18446744070929682432 bytes. As a signed number that is negative. Does a product of ints "
          "go beyond 2147483647? Compute with size_t from the first factor on, as in `size_t{1} * "
          "n * m * sizeof(float)`.");
}
