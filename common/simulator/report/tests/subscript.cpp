// Finds the array's name in a line of source.
#include "simulator/report/source/subscript.hpp"

#include <doctest/doctest.h>

using cusim::report::subscripted;

TEST_CASE("an array is named by the expression before its subscript") {
    CHECK(subscripted("    s[i] = x[i];", 8) == "s");
    CHECK(subscripted("    s[i] = x[i];", 15) == "x");
    CHECK(subscripted("    s[at[i] + 1] = 0;", 16) == "s");
    CHECK(subscripted("    bin->count[k] += 1;", 17) == "bin->count");
}

TEST_CASE("of several subscripts the one at the given bracket counts") {
    CHECK(subscripted("tile[j][i] = 0;", 7) == "tile");
    CHECK(subscripted("tile[j][i] = 0;", 10) == "tile[j]");
}

TEST_CASE("blanks count as in the preprocessed text") {
    CHECK(subscripted("\tint a   =  s[i];", 13) == "s");
}

TEST_CASE("an index without an array's name gives no name") {
    CHECK(subscripted("s[i] = 0;", 3).empty());
    CHECK(subscripted("f()[i] = 0;", 6).empty());
    CHECK(subscripted("i] = 0;", 2).empty());
    CHECK(subscripted("s[i]", 9).empty());
    CHECK(subscripted("s[i]", 0).empty());
}
