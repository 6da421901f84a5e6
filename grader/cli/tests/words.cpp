// How words that users type are understood, such as a case's name without quotes.
#include "cli/words.hpp"

#include <doctest/doctest.h>

#include "lab/lab.hpp"

using namespace grader;

namespace {

std::string said_of(const std::vector<std::string>& words) {
    try {
        cli::expect_quoted_case(words);
    } catch (const lab::LabError& error) {
        return error.what();
    }
    return "";
}

}  // namespace

TEST_CASE("a case's name without its quotes is no list of labs") {
    const std::string said =
        "quotes hold a case's name together: --case \"rung 1\"; labs stand before it";
    CHECK(said_of({"08", "--case", "rung", "1"}) == said);
    CHECK(said_of({"08", "--case=rung", "1", "--seed", "7"}) == said);
    CHECK(said_of({"watch", "08", "--case", "rung", "1"}) == said);
    CHECK(said_of({"all", "--seed", "7", "--case", "rung", "1"}) == said);
    CHECK(said_of({"--case", "rung", "1", "08"}) ==
          "quotes hold a case's name together: --case \"rung 1 08\"; labs stand before it");
    CHECK(said_of({"08", "--case", "rung 1"}) == "");
    CHECK(said_of({"08", "--case", "rung 1", "--seed", "7"}) == "");
    CHECK(said_of({"--case", "values", "02", "03"}) == "");
    CHECK(said_of({"--seed", "7", "--case", "values", "02", "03"}) == "");
    CHECK(said_of({"--case=values", "02-simple-gather"}) == "");
    CHECK(said_of({"08", "--case"}) == "");
    CHECK(said_of({"run", "01", "--", "--case", "rung", "1"}) == "");
}
