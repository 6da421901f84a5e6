// Findings and counts: what they cost, and what reports show of them.
#include <doctest/doctest.h>

#include "suite/tests/graded_lab.hpp"

TEST_CASE("what a case found and measured leaves the reports with its result") {
    const LabResult& on_simulator = results["warns_when_square"];
    CHECK(find(on_simulator, "rung 1: no launches at all").status == CaseStatus::passed);
    REQUIRE(on_simulator.findings.size() == 1);
    CHECK(on_simulator.findings[0].line == 9);
    REQUIRE(on_simulator.work.size() == 1);
    CHECK(on_simulator.work[0].name == "rung 1: no launches at all");

    const LabResult& lab = results["warns on one of both"];
    CHECK(find(lab, "rung 1: no launches at all").status == CaseStatus::not_run);
    CHECK(lab.findings.empty());
    CHECK(lab.work.empty());
}

TEST_CASE("a result that depends on the order of threads is a finding, with both values") {
    const LabResult& lab = results["wrong_in_reverse"];
    REQUIRE(lab.findings.size() == 1);
    const auto& finding = lab.findings[0];
    CHECK(finding.kind == "order_dependence");
    CHECK(finding.severity == grader::score::Severity::error);
    CHECK(finding.count >= 4);  // from integers, reals, special values twice, and larger calls
    CHECK(finding.message.starts_with("y[0] of matvec is "));
    CHECK(finding.message.find(" in one run of the program and ") != std::string::npos);
    CHECK(find(lab, "rung 1: nothing is found").message ==
          "not run, because no correct case of rung 1 has passed");
}

TEST_CASE("what an earlier call has left is told where the same calls fail in the same way") {
    const CaseResult& result = find(results["leaves_state"], "rung 1: integers");
    CHECK(says(result, "in a program that makes this call alone it is right: an earlier call"));
    CHECK(says(result, "repeat, with the calls before it: "));
}

TEST_CASE("a result that differs in two runs of the program is no matter of order or history") {
    const LabResult& lab = results["differs_by_run"];
    const CaseResult& result = find(lab, "rung 1: integers");
    CHECK(says(result, "the same calls in another run of the program give another result"));
    CHECK_FALSE(says(result, "an earlier call"));
    CHECK_FALSE(says(result, "depends on which thread"));
    REQUIRE(lab.findings.size() == 1);
    CHECK(lab.findings[0].kind == "order_dependence");
    CHECK(lab.findings[0].message.find(" in one run of the program and ") != std::string::npos);
    CHECK(lab.findings[0].message.find("it is made of what no call sets") != std::string::npos);
}

TEST_CASE("what nothing has stored differs from program to program, and not with the order") {
    const LabResult& lab = results["copies_unwritten"];
    CHECK(says(find(lab, "rung 1: integers"), "y is wrong"));
    CHECK(lab.findings.empty());
}

TEST_CASE("what a race does to the values costs nothing beside the race") {
    const LabResult& lab = results["races_in_reverse"];
    REQUIRE(lab.findings.size() == 2);
    CHECK(lab.findings[0].kind == "race");
    CHECK(lab.findings[1].kind == "order_dependence");
    CHECK(lab.findings[1].severity == grader::score::Severity::note);
    CHECK(lab.findings[1].message.ends_with(", as the race lets it"));
}

TEST_CASE("values that rounding explains depend on no order") {
    CHECK(results["rounds_in_reverse"].findings.empty());
    CHECK(rung_one(results["rounds_in_reverse"]) == 32);
}

TEST_CASE("a race keeps a share of safe, and none of fast") {
    const LabResult& lab = results["races"];
    const CaseResult& safe = find(lab, "rung 1: nothing is found");
    CHECK(safe.status == CaseStatus::failed);
    CHECK(safe.score == 2);
    CHECK(says(safe, "race at lab.cu:7: both write"));
    CHECK(find(lab, "rung 1: no launches at all").message ==
          "not run, because a race was found in rung 1");
    REQUIRE(lab.findings.size() == 1);
    CHECK(lab.findings[0].count > 3);
}

TEST_CASE("a failure about counts names the command that shows them from close up") {
    const CaseResult& result = find(results["launches"], "rung 1: no launches at all");
    CHECK(result.status == CaseStatus::failed);
    CHECK(
        says(result, "\n  see why: ./grader/grade run 00 --explain -- --function matvec --rows 2"));
}

TEST_CASE("where nothing was launched there is nothing to show from close up") {
    constexpr const char* name = "rung 5: too many lines are fetched";
    CHECK(find(results["right"], name).message == "too many lines");
    CHECK(says(find(results["launches"], name), "see why"));
}

TEST_CASE("the first failure about counts shows its worst line, and no other does") {
    const LabResult& lab = results["launches"];
    CHECK(says(find(lab, "rung 1: no launches at all"),
               "\n  lab.cu:7: loads of A: 32 sectors, 4 would do"
               "\n    A[0] 0......."));
    const CaseResult& second = find(lab, "rung 5: nothing is launched");
    CHECK(second.status == CaseStatus::failed);
    CHECK_FALSE(says(second, "A[0]"));
    CHECK(says(second, "see why"));
    CHECK_FALSE(
        says(find(results["launches, until it fails"], "rung 1: no launches at all"), "A[0]"));
}

TEST_CASE("a leak costs less than a race") {
    const CaseResult& safe = find(results["leaks"], "rung 1: nothing is found");
    CHECK(safe.score == 6);
    CHECK(says(safe, "512 bytes"));
}

TEST_CASE("a race whose witness changes a value costs correct, too, and is shown") {
    const LabResult& lab = results["races_with_witness"];
    const CaseResult& result = find(lab, "rung 1: integers");
    CHECK(result.status == CaseStatus::failed);
    CHECK(says(result, "y is wrong"));
    CHECK(says(result, "--order witness:1:0.1@2:0.0@1"));
    CHECK(says(result, "in forward order the result is right, in another order it is not"));
    REQUIRE(lab.findings.size() == 2);
    REQUIRE(lab.findings[0].witness);
    CHECK(lab.findings[0].witness->text == std::vector<std::string>{"one, then the other"});
    CHECK(lab.findings[0].witness->command.starts_with(
        "./grader/grade run 00 --order witness:1:0.1@2:0.0@1 -- "));
    CHECK(lab.findings[1].kind == "order_dependence");
    CHECK(lab.findings[1].severity == grader::score::Severity::note);
}

TEST_CASE("a race without a witness leaves correct alone") {
    CHECK(find(results["races"], "rung 1: integers").status == CaseStatus::passed);
}
