#include "score/work_gate.hpp"

#include <doctest/doctest.h>

using namespace grader::score;

namespace {

CaseResult passed_with(double points) {
    return {.name = "rung 1: values",
            .status = CaseStatus::passed,
            .score = points,
            .max_score = points,
            .message = {}};
}

}  // namespace

TEST_CASE("a rung whose work is worth nothing keeps less than a third of its points") {
    CaseResult result = passed_with(20);
    hold_to_work(result, 0, "takes 400 times what is enough");
    CHECK(result.score == doctest::Approx(6));
    CHECK(result.status == CaseStatus::failed);
    CHECK(result.message.text() ==
          "nothing is wrong here, but it counts 30 % of its points, since the rung's work takes "
          "400 times what is enough");
}

TEST_CASE("how slow work is seen stands beside what is right, and not beside another failure") {
    const Lines how = {{LineKind::command, "see why: ./grader/grade run"}};
    CaseResult right = passed_with(20), wrong = passed_with(20);
    wrong.message = "y is wrong";
    hold_to_work(right, 0, "takes 400 times what is enough", how);
    hold_to_work(wrong, 0, "takes 400 times what is enough", how);
    CHECK(right.message.text().find("see why") != std::string::npos);
    CHECK(wrong.message.text().find("see why") == std::string::npos);
}

TEST_CASE("work that earns a quarter of its points takes nothing away") {
    for (const double share : {0.25, 0.5, 1.0}) {
        CaseResult result = passed_with(20);
        hold_to_work(result, share, "takes 6 times what is enough");
        CHECK(result == passed_with(20));
    }
}

TEST_CASE("between them the worth falls evenly, without a step") {
    CHECK(worth_beside_work(0.249) == doctest::Approx(1).epsilon(0.01));
    CHECK(worth_beside_work(0.125) == doctest::Approx(0.65));
}

TEST_CASE("a case that is only held back is distinguished from one with a fault of its own") {
    CaseResult held = passed_with(20), wrong = passed_with(20);
    wrong.message = "y is wrong";
    CHECK_FALSE(is_only_held(wrong));
    for (CaseResult* const result : {&held, &wrong})
        hold_to_work(*result, 0, "takes 400 times what is enough");
    CHECK(is_only_held(held));
    CHECK_FALSE(is_only_held(wrong));
}

TEST_CASE("a case without points keeps its messages") {
    CaseResult result = passed_with(20);
    result.score = 0;
    result.status = CaseStatus::not_run;
    result.message = "not run, because no correct case has passed";
    const CaseResult before = result;
    hold_to_work(result, 0, "takes 400 times what is enough");
    CHECK(result == before);
}

// On a device, half of fast depends on time. In lab 13 a warp for each sum is nearly as quick as
// cuBLAS on most shapes that are drawn; what is counted of the same rung decides what that is
// worth.
TEST_CASE("a time that earns all points is held to the counted work of its rung") {
    CaseResult timed = passed_with(15);
    hold_to_work(timed, 0.01, "takes 10 times what is enough");
    CHECK(timed.score == doctest::Approx(15 * 0.328));
}
