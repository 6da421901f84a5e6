// A student's own best for each shape, from the stored attempts.
#include "cli/leaderboard.hpp"

#include <doctest/doctest.h>

#include <fstream>
#include <sstream>

#include "lab/tests/temporary_kit.hpp"

namespace leaderboard_tests {

using namespace grader;
using namespace grader::cli;

namespace {

score::LabResult attempt_with(double estimate, double time, double correct = 10) {
    score::LabResult lab;
    lab.lab = "01-a";
    lab.status = score::LabStatus::graded;
    lab.score = correct;
    lab.max_score = 10;
    lab.parts = {{grader::score::Part::correct, correct, 10, {}}};
    lab.work = {{"work", "two of 96", estimate, 4, "memory"}};
    lab.times = {{"time", "two, n 4096", time, "cuBLAS", 30, 20}};
    return lab;
}

Attempts kept(const std::vector<score::LabResult>& results) {
    lab::tests::TemporaryKit t;
    for (const auto& result : results) keep(t.kit, "01-a", attempt_of(result));
    return attempts(t.kit, "01-a");
}

}  // namespace

TEST_CASE("the best of each case is kept over attempts, estimates first") {
    const auto own = best_of(kept({attempt_with(3, 40), attempt_with(5, 25)}).records);
    REQUIRE(own.best.size() == 2);
    CHECK(own.best[0] == Record{"work", "two of 96", 3, 4, "", 0});
    CHECK(own.best[1] == Record{"time", "two, n 4096", 25, 30, "cuBLAS", 20});
    CHECK(own.below_roof.empty());
}

TEST_CASE("sizes are drawn again: of two shapes the better ratio counts") {
    auto smaller = attempt_with(2, 40);
    smaller.work[0].limit = 1, smaller.work[0].what = "two of 32";
    CHECK(best_of(kept({smaller, attempt_with(3, 40)}).records).best[0].what == "two of 96");
}

TEST_CASE("times have a best of each shape") {
    auto other = attempt_with(3, 25);
    other.times[0].what = "two, n 64";
    const auto own = best_of(kept({attempt_with(3, 40), other, attempt_with(3, 35)}).records);
    REQUIRE(own.best.size() == 3);
    CHECK(own.best[1].microseconds == 35);
    CHECK(own.best[2].what == "two, n 64");
}

TEST_CASE("wrong values set no record") {
    CHECK(kept({attempt_with(3, 40, 9)}).records.empty());
}

TEST_CASE("a time below the roof is told, and is no record") {
    const auto own = best_of(kept({attempt_with(3, 19.9), attempt_with(3, 28)}).records);
    CHECK(own.best[1].microseconds == 28);
    REQUIRE(own.below_roof.size() == 1);
    CHECK(own.below_roof[0].microseconds == 19.9);
}

TEST_CASE("attempts of an earlier kit count, and have no records") {
    lab::tests::TemporaryKit t;
    t.put("build/attempts/01-a", R"({"score": 5, "max_score": 10, "cases": {}, "work": {}})"
                                 "\n");
    CHECK(attempts(t.kit, "01-a").count == 1);
    CHECK(attempts(t.kit, "01-a").records.empty());
}

TEST_CASE("the board shows estimates beside limits and times beside rivals") {
    lab::tests::TemporaryKit t;
    t.kit.slugs = {"01-a"};
    t.put("labs/01-a/lab.toml", "title = 'A'\neditable = ['a.cu']\n");
    std::ostringstream nothing;
    leaderboard(t.kit, {"all"}, nothing);
    CHECK(nothing.str().starts_with("no right answer with an estimate or a time yet"));
    keep(t.kit, "01-a", attempt_of(attempt_with(3, 40)));
    keep(t.kit, "01-a", attempt_of(attempt_with(3, 15)));
    std::ostringstream out;
    leaderboard(t.kit, {"all"}, out);
    CHECK(
        out.str() ==
        "01-a: your best of 2 tries\n"
        "estimated on the simulator\n"
        "       3.00 us, 0.75 times its limit         two of 96\n"
        "             work\n"
        "on a device\n"
        "      40.00 us, 0.75 times as fast as cuBLAS two, n 4096\n"
        "             time\n"
        "  an error, and no record: two, n 4096 in 15.00 us, and reading its inputs takes 20.00 at "
        "the memory's full rate\n");
}

TEST_CASE("a lab on the CPU has no board, and labs that have one are named") {
    lab::tests::TemporaryKit t;
    t.kit.slugs = {"01-a", "02-b"};
    t.put("labs/01-a/lab.toml", "title = 'A'\neditable = ['a.cu']\nboard = false\n");
    t.put("labs/02-b/lab.toml", "title = 'B'\neditable = ['b.cu']\n");
    std::ostringstream of_one, of_all;
    leaderboard(t.kit, {"01"}, of_one);
    CHECK(of_one.str() == "no board: nothing of 01-a is estimated or timed; labs 02 have one\n");
    leaderboard(t.kit, {"all"}, of_all);
    CHECK(of_all.str().find("grade a lab whose values are right") != std::string::npos);
}

}  // namespace leaderboard_tests
