// Which cases run, and what they earn.
#include <doctest/doctest.h>

#include "suite/registry.hpp"
#include "suite/tests/graded_lab.hpp"

using namespace grader::suite;

TEST_CASE("a right program gets all points of its rung, in three parts") {
    const LabResult& lab = results["right"];
    CHECK(rung_one(lab) == 32);
    REQUIRE(lab.parts.size() == 3);
    CHECK(lab.parts[0].part == Part::correct);
    CHECK(lab.max_score == 38);
    CHECK(lab.score == 35);
}

TEST_CASE("where times count they take half of fast, and the full marks stay what they are") {
    const auto sum = [](bool timed, Needs needs) {
        double points = 0;
        for (const auto& [registration, worth] : points_of("00-test", timed))
            if (registration->part == Part::fast && registration->needs == needs) points += worth;
        return points;
    };
    CHECK(sum(false, Needs::values) == 4);
    CHECK(sum(false, Needs::timing) == 0);
    CHECK(sum(true, Needs::values) == 2);
    CHECK(sum(true, Needs::timing) == 2);
    double all = 0;
    for (const auto& [registration, worth] : points_of("00-test", true)) all += worth;
    CHECK(all == full_marks("00-test"));
}

TEST_CASE("a case that needs a device does not exist without one") {
    for (const auto& part : results["right"].parts)
        for (const CaseResult& result : part.cases) CHECK(result.name != "rung 1: needs a device");
}

TEST_CASE("a size that cases share is one, and others differ") {
    CHECK(find(results["right"], "rung 7: draws a size").message == "");
    CHECK(find(results["right"], "rung 7: draws the same by the same name").message == "");
}

TEST_CASE("what is counted once is counted anew for the next lab") {
    for (const char* variant : {"right", "leaks"})
        CHECK(find(results[variant], "rung 6: counts once").message == "");
}

TEST_CASE("a device makes the calls that are counted itself, at the sizes drawn for it") {
    CHECK(find(results["right on both"], "rung 6: counts of a size that is drawn").message == "");
}

TEST_CASE("a case that fails on the device alone takes with it what depends on it") {
    const LabResult& lab = results["right on one of both"];
    const CaseResult& values = find(lab, "rung 1: integers");
    CHECK(values.status == CaseStatus::failed);
    CHECK(values.score == 0);
    CHECK(says(values, "on the device: "));
    for (const char* name :
         {"rung 1: nothing is found", "rung 1: no launches at all", "rung 1: needs a device"}) {
        CHECK(find(lab, name).status == CaseStatus::not_run);
        CHECK(find(lab, name).message == "not run, because no correct case of rung 1 has passed");
        CHECK(find(lab, name).score == 0);
    }
    // Fails on the simulator, and is not tried on the device.
    CHECK(find(lab, "rung 2: an assertion of the framework's").message ==
          find(results["right"], "rung 2: an assertion of the framework's").message);
    CHECK(lab.max_score == results["right"].max_score);
}

TEST_CASE("the programs for the device are asked for once, when the simulator is done") {
    CHECK(asked_for_programs == 1);
    CHECK(trouble_of_programs == "nvcc is gone");
}

TEST_CASE("an assertion of the framework's fails its case and shows the expression") {
    const CaseResult& result = find(results["right"], "rung 2: an assertion of the framework's");
    CHECK(result.status == CaseStatus::failed);
    CHECK(says(result, "1 + 1 == 3"));
}

TEST_CASE("a case that waits for another says so") {
    const CaseResult& result = find(results["right"], "rung 2: depends on it");
    CHECK(result.status == CaseStatus::not_run);
    CHECK(result.message == "not run, because no correct case of rung 2 has passed");
}

TEST_CASE("a suite's own exception fails its case only") {
    CHECK(says(find(results["right"], "rung 3: an exception of the suite's own"), "oh"));
}

TEST_CASE("after the first failure nothing runs where only full marks matter") {
    const LabResult& lab = results["loses_last_rows, until it fails"];
    // The same message, except for the larger call that a whole grading also shows.
    const CaseResult& whole = find(results["loses_last_rows"], "rung 1: integers");
    const CaseResult& first = find(lab, "rung 1: integers");
    CHECK(first.score == whole.score);
    CHECK(first.status == whole.status);
    CHECK(says(whole, std::string(first.message.first())));
    for (const char* name : {"rung 1: special values", "rung 1: nothing is found"})
        CHECK(find(lab, name).message == "not run, because a case before it failed");
    CHECK(lab.max_score == results["loses_last_rows"].max_score);
}

TEST_CASE("where one case is asked for, it runs with what the gate asks about before it") {
    const LabResult& fast = results["right, a fast case"];
    CHECK(find(fast, "rung 1: no launches at all") ==
          find(results["right"], "rung 1: no launches at all"));
    std::size_t cases = 0;
    for (const auto& part : fast.parts) {
        for (const CaseResult& result : part.cases) CHECK(result.name.starts_with("rung 1: "));
        cases += part.cases.size();
    }
    CHECK(cases == 5);
    CHECK(fast.score == rung_one(results["right"]));
    CHECK(fast.max_score == fast.score);

    const LabResult& correct = results["right, a correct case"];
    REQUIRE(correct.parts.size() == 1);
    CHECK(correct.parts[0].cases.size() == 1);
    CHECK(cases_named("00-test", "no such case").empty());
}

TEST_CASE("the same seed gives the same result, another seed other inputs") {
    CHECK(results["loses_last_rows"] == results["loses_last_rows again"]);
    CHECK(results["loses_last_rows"] != results["loses_last_rows, other seed"]);
}
