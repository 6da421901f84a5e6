#include "suite/function_findings.hpp"

#include <doctest/doctest.h>

#include "suite/calls/answer.hpp"

namespace function_findings_tests {

using grader::score::Finding;
using namespace grader::suite;

static const Registration correct("function-findings", Part::correct, "rung 1: values", 1, nullptr);
static const Registration fast("function-findings", Part::fast, "rung 1: work", 1, nullptr);

static Finding error(const std::string& kind, int line, std::uint64_t count) {
    Finding finding;
    finding.kind = kind;
    finding.severity = grader::score::Severity::error;
    finding.file = "lab.cu";
    finding.line = line;
    finding.count = count;
    return finding;
}

TEST_CASE("findings of a function are one list, with their counts added") {
    FunctionFindings findings;
    findings.keep("f", std::vector{error("race", 7, 3)}, correct);
    findings.keep("f", std::vector{error("race", 7, 2), error("leak", 0, 1)}, fast);
    findings.keep("g", std::vector{error("race", 9, 1)}, correct);
    REQUIRE(findings.of("f").size() == 2);
    CHECK(findings.of("f")[0].count == 5);
    CHECK(findings.of({}).size() == 3);
}

TEST_CASE("an index out of bounds leads a race that was found before it") {
    FunctionFindings findings;
    auto warning = error("out_of_bounds", 5, 1);
    warning.severity = grader::score::Severity::warning;
    findings.keep("f", std::vector{warning, error("race", 7, 3)}, correct);
    findings.keep("f", std::vector{error("out_of_bounds", 9, 1), error("leak", 0, 1)}, fast);
    std::vector<int> lines;
    for (const Finding& finding : findings.of("f")) lines.push_back(finding.line);
    CHECK(lines == std::vector{9, 5, 7, 0});
}

TEST_CASE("where a case is forgotten, what others have found stays with their counts") {
    FunctionFindings findings;
    findings.keep("f", std::vector{error("leak", 0, 1), error("race", 7, 3)}, fast);
    findings.keep("f", std::vector{error("race", 7, 2)}, correct);
    findings.forget(fast);
    REQUIRE(findings.of("f").size() == 1);
    CHECK(findings.of("f")[0] == error("race", 7, 2));
    findings.forget(correct);
    CHECK(findings.of({}).empty());
}

TEST_CASE(
    "a finding is hidden that only hidden cases have found, and they tell nothing of others") {
    static const Registration hidden("function-findings", Part::correct, "rung 1: exam", 1, nullptr,
                                     Needs::values, Seen::hidden);
    FunctionFindings findings;
    findings.keep("f", std::vector{error("race", 7, 1)}, correct);
    findings.keep("f", std::vector{error("race", 7, 1), error("leak", 9, 1)}, hidden);
    auto better = std::vector{error("race", 7, 1), error("leak", 9, 1)};
    better[0].message = better[1].message = "thread 77";
    findings.retell("f", better, hidden);
    const auto found = findings.of("f");
    REQUIRE(found.size() == 2);
    CHECK_FALSE(found[0].hidden);
    CHECK(found[0].message.empty());
    CHECK(found[1].hidden);
    CHECK(found[1].message == "thread 77");
}

TEST_CASE("what two orders of threads give is one finding, and belongs to its cases, too") {
    const Answer answer;
    const OrderDifference difference{
        .element = "y[0]", .answers = {&answer, &answer}, .values = {"1", "2"}};
    FunctionFindings findings;
    findings.note_order_dependence("f", difference, correct);
    findings.note_order_dependence("f", difference, fast);
    REQUIRE(findings.of("f").size() == 1);
    CHECK(findings.of("f")[0].count == 2);
    // No kernel ran, so there were no threads.
    CHECK(findings.of("f")[0].message ==
          "y[0] of f is 1 in one run of the program and 2 in another, for the same inputs: does it "
          "use what an earlier call has left behind, or a variable that has been given no value?");
    findings.forget(fast);
    CHECK(findings.of("f")[0].count == 1);
}

TEST_CASE("what explains that two orders differ makes a note of it, also where it is found later") {
    const Answer answer;
    const OrderDifference difference{
        .element = "y[0]", .answers = {&answer, &answer}, .values = {"1", "2"}};
    FunctionFindings findings;
    findings.note_order_dependence("f", difference, correct);
    findings.keep("f", std::vector{error("bad_copy", 7, 1)}, correct);
    const auto found = findings.of("f");
    REQUIRE(found.size() == 2);
    CHECK(found[1].severity == grader::score::Severity::note);
    CHECK(found[1].message ==
          "y[0] of f is 1 in one run of the program and 2 in another, as the bad_copy lets it");
}

TEST_CASE("a barrier that costs points is called an error, not a warning") {
    Finding uneven = error("barrier_divergence", 7, 1);
    uneven.severity = grader::score::Severity::warning;
    uneven.other.emplace();
    uneven.other->line = 7;
    FunctionFindings findings;
    findings.keep("f", std::vector{uneven}, correct);
    findings.keep("g", std::vector{uneven}, correct);
    findings.require_even_barriers("f");
    CHECK(findings.of("f")[0].severity == grader::score::Severity::error);
    CHECK(findings.of("g")[0].severity == grader::score::Severity::warning);
    CHECK_THROWS_AS(findings.expect_none("f"), CaseFailed);
    findings.expect_none("g");
    CHECK_FALSE(findings.new_error("f"));
}

TEST_CASE("a refusal that the program has checked is no finding") {
    FunctionFindings findings;
    Finding refusal = error("launch_error", 7, 1);
    refusal.severity = grader::score::Severity::note;
    findings.keep("f", std::vector{refusal}, correct);
    CHECK(findings.of("f").empty());
}

TEST_CASE("errors take their share of the points of the case that asks for them") {
    FunctionFindings findings;
    findings.keep("f", std::vector{error("leak", 0, 1)}, correct);
    findings.expect_none("g");
    try {
        findings.expect_none("f");
        FAIL("the leak is not reported");
    } catch (const CaseFailed& failure) {
        CHECK(failure.message.text().starts_with("1 finding in f:\n  leak"));
        CHECK(failure.share == 0.75);
    }
}

TEST_CASE("only an error of a kind that correct has not seen is new where work is measured") {
    FunctionFindings findings;
    findings.keep("f", std::vector{error("race", 7, 1)}, correct);
    findings.keep("f", std::vector{error("race", 9, 1)}, fast);
    CHECK_FALSE(findings.new_error("f"));
    CHECK_FALSE(findings.new_error("never called"));
    findings.keep("f", std::vector{error("leak", 0, 1)}, fast);
    CHECK(findings.new_error("f"));
}

}  // namespace function_findings_tests
