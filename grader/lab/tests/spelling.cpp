#include "lab/spelling.hpp"

#include <doctest/doctest.h>

#include <string>
#include <vector>

using namespace grader::lab;

TEST_CASE("a name is a word of a text where no letter, digit or underscore is beside it") {
    for (const char* text : {"n", "n = 0", "is n, m", "|n|"})
        CHECK_MESSAGE(has_word(text, "n"), text);
    for (const char* text : {"", "n_rows", "2n", "in", "nn n1"})
        CHECK_MESSAGE(!has_word(text, "n"), text);
}

TEST_CASE(
    "a misspelled word has the nearest known one for a suggestion, and a known word has none") {
    const std::vector<std::string> known{"limits", "verdicts", "capstone"};
    CHECK(suggestion("limit", known) == "; did you mean 'limits'?");
    CHECK(suggestion("vedricts", known) == "; did you mean 'verdicts'?");
    CHECK(suggestion("capstone", known) == "");
    CHECK(suggestion("sweep", known) == "");
}
