// Sizes whose product a guard cannot see in an int.
#include "suite/causes/int_products.hpp"

#include <doctest/doctest.h>

using grader::suite::words_of_product;

TEST_CASE("a product that an int does not hold is told with what is left of it") {
    const auto words = words_of_product("sx", 65536, "sy", 65536);
    CHECK(words.find("sx * sy is 4294967296 here") != words.npos);
    CHECK(words.find("as ints they give 0,") != words.npos);
    CHECK(words_of_product("sx", 2, "sy", 1 << 30).find("give -2147483648") != words.npos);
}

TEST_CASE("of a product that fits nothing is said") {
    CHECK(words_of_product("sx", 64, "sy", 32).empty());
    CHECK(words_of_product("sx", -2, "sy", 1 << 30).empty());
}
