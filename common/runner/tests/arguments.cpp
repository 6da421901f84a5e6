// Valid and invalid words of a command line.
#include "runner/arguments.hpp"

#include <doctest/doctest.h>

using namespace runner;

TEST_CASE("whole numbers within their bounds are right, all else is named") {
    for (const auto* word : {"1", "7", "007", "100"})
        CHECK(wrong_whole_number(word, 1, 100).empty());
    for (const auto* word : {"", "0", "101", "-1", "+1", " 1", "1 ", "1.5", "1e2", "0x10", "abc",
                             "99999999999999999999999"})
        CHECK(wrong_whole_number(word, 1, 100) ==
              "'" + std::string(word) + "' is not a whole number from 1 to 100");
}

TEST_CASE("an integer may be negative if its bounds allow it") {
    for (const auto* word : {"-3", "-1", "0", "5"}) CHECK(wrong_whole_number(word, -3, 5).empty());
    CHECK(wrong_whole_number("-4", -3, 5) == "'-4' is not a whole number from -3 to 5");
}

TEST_CASE("real numbers are right as C++ writes them, all else is named") {
    for (const auto* word : {"0", "-0.123", "1e-3", "nan", "inf", "-inf", ".5"})
        CHECK(wrong_real(word).empty());
    for (const auto* word : {"", "x", "1,5", "0.1f", " 1", "1 ", "--1", "1e999"})
        CHECK(wrong_real(word) == "'" + std::string(word) + "' is not a number");
}

TEST_CASE("a seed has 64 bits and no sign") {
    CHECK(wrong_seed("0").empty());
    CHECK(wrong_seed("18446744073709551615").empty());
    CHECK_FALSE(wrong_seed("18446744073709551616").empty());
    CHECK_FALSE(wrong_seed("-1").empty());
}

TEST_CASE("there are three forms of an order") {
    for (const auto* word : {"forward", "reverse", "random:0", "random:18446744073709551615"})
        CHECK(wrong_order(word).empty());
    for (const auto* word : {"", "sideways", "random", "random:", "random:x", "random:-1",
                             "random:1 ", "Forward", "random:18446744073709551616"})
        CHECK(wrong_order(word) ==
              "'" + std::string(word) + "' is not an order: forward, reverse or random:SEED");
}

TEST_CASE("a run may be in an order that turns a race round") {
    for (const auto* word : {"forward", "interleaved", "random:7", "witness", "reverse+witness",
                             "random:7+witness:1:0.5@7:0.9@4", "witness:1:0.5@7:0.9@4:wait"})
        CHECK(wrong_order_of_run(word).empty());
    for (const auto* word :
         {"", "sideways", "sideways+witness", "reversewitness", "+witness", "witness:junk",
          "witness:", "witnessing", "reverse+witness:1:0.5@7", "witness:1:0.5@7:0.9@4:waits"})
        CHECK_FALSE(wrong_order_of_run(word).empty());
    CHECK(wrong_order_of_run("sideways") ==
          "'sideways' is not an order: forward, reverse, interleaved or random:SEED");
}
