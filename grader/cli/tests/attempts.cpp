// The history of a student's attempts, and what changed.
#include "cli/attempts.hpp"

#include <doctest/doctest.h>

#include <fstream>

#include "lab/tests/temporary_kit.hpp"

using namespace grader;
using namespace grader::cli;

namespace {

score::LabResult result(double first, double second, double microseconds = 3) {
    score::LabResult lab;
    lab.lab = "01-a";
    lab.status = score::LabStatus::graded;
    lab.score = first + second;
    lab.max_score = 20;
    const auto made = [](const char* name, double score) {
        score::CaseResult one;
        one.name = name;
        one.score = score;
        one.max_score = 10;
        return one;
    };
    lab.parts = {{grader::score::Part::correct,
                  first + second,
                  20,
                  {made("one", first), made("two", second)}}};
    lab.work = {{"two", "two of 96", microseconds, 2, "memory"}};
    return lab;
}

}  // namespace

TEST_CASE("attempts are kept in their order, and a line that is no attempt is passed over") {
    lab::tests::TemporaryKit t;
    CHECK(attempts(t.kit, "01-a").count == 0);
    keep(t.kit, "01-a", attempt_of(result(10, 0)));
    std::ofstream(t.kit.build / "attempts" / "01-a", std::ios::app) << "{\"score\": 1}\nnonsense\n";
    keep(t.kit, "01-a", attempt_of(result(5, 0)));
    const auto all = attempts(t.kit, "01-a");
    CHECK(all.count == 2);
    CHECK(all.best == 10);
    CHECK(all.last->score == 5);
    CHECK(all.least_work.empty());
}

TEST_CASE("the difference names what passes now and what no longer does") {
    CHECK(difference(attempt_of(result(10, 0)), result(10, 0)) == "");
    CHECK(difference(attempt_of(result(10, 0)), result(10, 10)) ==
          "since the last attempt: +10 points\n  now passes   two\n");
    CHECK(difference(attempt_of(result(10, 0)), result(0, 5)) ==
          "since the last attempt: -5 points\n  now fails    one\n  gains points  two\n");
}

TEST_CASE("with all points the challenge is to improve the own best estimate") {
    lab::tests::TemporaryKit t;
    keep(t.kit, "01-a", attempt_of(result(10, 10, 3)));
    keep(t.kit, "01-a", attempt_of(result(10, 0, 2)));  // not right, so not the best
    CHECK(challenge(attempts(t.kit, "01-a"), result(10, 10, 2.5)) ==
          "all points; next, take the estimated time down\n"
          "  1.25 times its limit, your best 1.50: two (two of 96), bound by memory\n");
}
