// The leaderboard of a class, and times that are not credible.
#include "class/board.hpp"

#include <doctest/doctest.h>

namespace board_tests {

using namespace grader::classes;
using grader::classes::Outcome;
using grader::score::LabResult;

namespace {

LabResult right() {
    LabResult result;
    result.lab = "13-capstone";
    result.status = grader::score::LabStatus::graded;
    result.parts = {{grader::score::Part::correct, 60, 60, {}}};
    return result;
}

Standing standing(const std::string& student, LabResult result) {
    Attempt attempt;
    attempt.student = student;
    attempt.lab = result.lab;
    attempt.outcome = Outcome::graded;
    attempt.result = std::move(result);
    return {student, attempt.lab, "graded", attempt};
}

Standing timed(const std::string& student, double first, double second, double least = 1) {
    auto result = right();
    result.times = {{"a", "gemv, m 64", first, "cuBLAS", 8, least},
                    {"b", "gemv, m 128", second, "cuBLAS", 8, least}};
    return standing(student, std::move(result));
}

}  // namespace

TEST_CASE("the board ranks by the geometric mean of the ratios to the rival") {
    const auto board =
        board_of({timed("ada", 8, 8), timed("bob", 2, 8), timed("cyd", 16, 16)}, "13-capstone");
    REQUIRE(board.size() == 3);
    CHECK(board[0] == Ranked{"bob", 2, "cuBLAS", 2, ""});
    CHECK(board[1].student == "ada");
    CHECK(board[2].ratio == doctest::Approx(0.5));
    CHECK(board_of({timed("ada", 8, 8)}, "06-large-tiling").empty());
}

TEST_CASE("a time below the roof is an error, not a record") {
    const auto board =
        board_of({timed("ada", 0.5, 8, 1.25), timed("bob", 16, 16, 1.25)}, "13-capstone");
    REQUIRE(board.size() == 2);
    CHECK(board[0].student == "bob");
    CHECK(board[1].student == "ada");
    CHECK(board[1].trouble ==
          "gemv, m 64 in 0.50 us, and reading its inputs takes 1.25 at the memory's full rate");
}

TEST_CASE("where nothing was timed, estimates count beside their limits") {
    auto result = right();
    result.work = {{"a", "64", 2, 4, "memory"}, {"b", "128", 8, 4, "memory"}};
    CHECK(board_of({standing("ada", result)}, "13-capstone") ==
          std::vector<Ranked>{{"ada", 1, "the limits", 2, ""}});
}

TEST_CASE("wrong values have no place, whatever their time") {
    auto wrong = timed("ada", 2, 2);
    wrong.attempt->result.parts.front().score = 59;
    auto refused = timed("bob", 2, 2);
    refused.attempt->outcome = Outcome::refused;
    CHECK(board_of({wrong, refused, {"cyd", "13-capstone", "pending", {}}}, "13-capstone").empty());
}

}  // namespace board_tests
