// What each rule leaves of a result with hidden cases.
#include "score/hidden.hpp"

#include <doctest/doctest.h>

namespace hidden_case_tests {

using namespace grader::score;

namespace {

CaseResult case_of(const char* name, CaseStatus status, double score, bool hidden) {
    CaseResult result{.name = name,
                      .status = status,
                      .score = score,
                      .max_score = 10,
                      .message = status == CaseStatus::failed ? "y[77] is wrong" : "",
                      .hidden = hidden};
    if (status == CaseStatus::failed) result.wrong = WrongElements{};
    return result;
}

Finding finding_at(int line, bool hidden) {
    Finding finding;
    finding.kind = "race";
    finding.file = "a.cu";
    finding.line = line;
    finding.message = "thread 77";
    finding.hidden = hidden;
    return finding;
}

LabResult example() {
    LabResult lab;
    lab.lab = "01-a";
    lab.status = LabStatus::graded;
    lab.score = 20;
    lab.max_score = 40;
    lab.parts = {{Part::correct,
                  20,
                  30,
                  {case_of("rung 1: open", CaseStatus::passed, 10, false),
                   case_of("rung 1: exam", CaseStatus::failed, 0, true),
                   case_of("rung 2: exam", CaseStatus::passed, 10, true)}},
                 {Part::safe, 0, 10, {case_of("rung 1: safe", CaseStatus::failed, 0, false)}}};
    lab.parts[1].cases[0].message =
        "2 findings in f:\n  race at a.cu:3: thread 1\n  race at a.cu:4: thread 77";
    lab.findings = {finding_at(3, false), finding_at(4, true)};
    lab.work = {{"rung 1: open", "", 1, 1, ""}, {"rung 1: exam", "f of 77", 1, 1, ""}};
    lab.gates = {{"rung 1: exam", "steps", 77, 1}};
    lab.kernels.resize(2);
    lab.kernels[1].hidden = true;
    return lab;
}

}  // namespace

TEST_CASE("a rule that shows all of hidden cases changes nothing") {
    CHECK(as_shown(example(), OfHidden::all) == example());
    CHECK(has_hidden_cases(example()));
}

TEST_CASE("without hidden cases, every rule shows the same") {
    auto lab = example();
    for (auto& part : lab.parts)
        for (auto& one : part.cases) one.hidden = false;
    lab.findings.pop_back();
    lab.kernels.pop_back();
    CHECK_FALSE(has_hidden_cases(lab));
    for (const auto rule : rules_for_hidden) CHECK(as_shown(lab, rule) == lab);
}

TEST_CASE("of a hidden case, its name and points can be all that is shown") {
    const auto lab = as_shown(example(), OfHidden::name);
    const auto& cases = lab.parts[0].cases;
    REQUIRE(cases.size() == 3);
    CHECK(cases[0] == example().parts[0].cases[0]);
    CHECK(cases[1].name == "rung 1: exam");
    CHECK(cases[1].message == "details of hidden cases are not shown");
    CHECK_FALSE(cases[1].wrong);
    CHECK(cases[2].message.empty());
}

TEST_CASE("a part's hidden cases can be shown as one") {
    const auto lab = as_shown(example(), OfHidden::part);
    const auto& cases = lab.parts[0].cases;
    REQUIRE(cases.size() == 2);
    CHECK(cases[1].name == "hidden cases");
    CHECK(cases[1].status == CaseStatus::failed);
    CHECK(cases[1].score == 10);
    CHECK(cases[1].max_score == 20);
    CHECK(cases[1].hidden);
}

TEST_CASE("hidden cases can be left out, and their points stay in the part") {
    const auto lab = as_shown(example(), OfHidden::nothing);
    CHECK(lab.parts[0].cases.size() == 1);
    CHECK(lab.parts[0].score == 20);
    CHECK(lab.parts[0].max_score == 30);
    CHECK(lab.score == 20);
}

TEST_CASE("what hidden cases found and counted is shown by no rule but all") {
    for (const auto rule : {OfHidden::name, OfHidden::part, OfHidden::nothing}) {
        const auto lab = as_shown(example(), rule);
        CHECK(lab.findings == std::vector{finding_at(3, false)});
        CHECK(lab.kernels.size() == 1);
        CHECK(lab.work.size() == 1);
        CHECK(lab.gates.empty());
        CHECK(lab.parts[1].cases[0].message ==
              "2 findings in f:\n  race at a.cu:3: thread 1\n"
              "  found in a hidden case, and not shown");
    }
}

}  // namespace hidden_case_tests
