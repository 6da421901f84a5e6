#include "lab/spelling.hpp"

#include <doctest/doctest.h>

#include <string>
#include <vector>

using namespace grader::lab;

TEST_CASE(
    "a misspelled word has the nearest known one for a suggestion, and a known word has none") {
    const std::vector<std::string> known{"limits", "verdicts", "capstone"};
    CHECK(suggestion("limit", known) == "; did you mean 'limits'?");
    CHECK(suggestion("vedricts", known) == "; did you mean 'verdicts'?");
    CHECK(suggestion("capstone", known) == "");
    CHECK(suggestion("sweep", known) == "");
}
