// Resolves addresses in this program, which is linked like simcc's programs: at fixed addresses,
// with -g.
#include "simulator/report/findings/resolve.hpp"

#include <doctest/doctest.h>

#include <string>

using namespace cusim::report;

namespace {

[[gnu::noinline]] const void* return_address() {
    return __builtin_return_address(0);
}

}  // namespace

TEST_CASE("a return address resolves to the line of the call") {
    const Place place = resolve({.pc = return_address()});
    CHECK(place.file.ends_with("report/tests/resolve.cpp"));
    CHECK(place.line == __LINE__ - 2);
}

TEST_CASE("a site with file and line is used as given") {
    const Place place = resolve({.file = "./kernels/a.cu", .line = 7});
    CHECK(place.file == "kernels/a.cu");
    CHECK(place.path == "./kernels/a.cu");
    CHECK(place.line == 7);
}

TEST_CASE("an address outside the program has no source line") {
    CHECK(resolve({.pc = reinterpret_cast<const void*>(8)}).file.empty());
    CHECK(resolve({}).file.empty());
}
