// The compiler's messages about local variables.
#include "suite/causes/unset_locals.hpp"

#include <doctest/doctest.h>

namespace unset_locals_tests {

using namespace grader::suite;

TEST_CASE("a local that is read before it is set is found with its kernel and its declaration") {
    const auto found = unset_locals(
        "matvec.cu: In kernel 'gather_kernel':\n"
        "matvec.cu:15: warning: 'yi' may be used uninitialized [-Wmaybe-uninitialized]\n"
        "   15 |         y[i] = yi;\n"
        "matvec.cu:13: note: 'yi' was declared here\n"
        "   13 |         float yi;\n"
        "matvec.cu: In function 'void gather(int, float*)':\n"
        "matvec.cu:25: warning: 'blocks' is used uninitialized [-Wuninitialized]\n");
    REQUIRE(found.size() == 2);
    CHECK(found[0] == UnsetLocal{"gather_kernel", "matvec.cu", 15, "yi", 13});
    CHECK(found[1] == UnsetLocal{"gather", "matvec.cu", 25, "blocks", 0});
}

TEST_CASE("a local that a function of the simulator's headers reads is found by its declaration") {
    const auto found = unset_locals(
        "a.cu: In kernel 'k':\n"
        "a.cu:8: note: 'sum' was declared here\n"
        "    8 |         float sum;\n");
    REQUIRE(found.size() == 1);
    CHECK(found[0] == UnsetLocal{"k", "a.cu", 0, "sum", 8});
}

TEST_CASE("other warnings, and notes about other names, are no locals without a value") {
    CHECK(unset_locals("a.cu:3: warning: unused variable 'i' [-Wunused-variable]\n").empty());
    const auto found = unset_locals(
        "a.cu:3: warning: 'a' may be used uninitialized [-Wmaybe-uninitialized]\n"
        "a.cu:2: note: 'b' declared here\n" +
        std::string(1000, 'x') + "\n");
    REQUIRE(found.size() == 1);
    CHECK(found[0].declared == 0);
}

}  // namespace unset_locals_tests
