// When the search for the place of a mistake is offered.
#include "cli/search_offer.hpp"

#include <doctest/doctest.h>

using namespace grader;
using namespace grader::cli;

namespace {

score::LabResult with_values(bool right) {
    score::LabResult lab;
    lab.lab = "04-shared-reduction";
    lab.status = score::LabStatus::graded;
    score::CaseResult one;
    one.name = "rung 1: values";
    one.status = right ? score::CaseStatus::passed : score::CaseStatus::failed;
    lab.parts = {{score::Part::correct, right ? 1.0 : 0.0, 1, {one}}};
    return lab;
}

score::Finding found(score::Severity severity) {
    score::Finding finding;
    finding.severity = severity;
    return finding;
}

}  // namespace

TEST_CASE("the search is offered for wrong values that no error explains") {
    score::LabResult lab = with_values(false);
    CHECK(search_offer(lab, {}, 7) ==
          "\n./grader/grade locate 04 --seed 7 looks for a place where one small change repairs "
          "it\n");
    lab.findings = {found(score::Severity::warning)};
    CHECK_FALSE(search_offer(lab, {}, 7).empty());
    lab.findings.push_back(found(score::Severity::error));
    CHECK(search_offer(lab, {}, 7).empty());
}

TEST_CASE("the search is not offered for right values, nor without a program") {
    CHECK(search_offer(with_values(true), {}, 7).empty());
    score::LabResult lab = with_values(false);
    lab.status = score::LabStatus::not_gradable;
    CHECK(search_offer(lab, {}, 7).empty());
}

TEST_CASE("the search is not offered while a task is open") {
    report::Sources sources;
    sources.add("04-shared-reduction", "reduce.cu", "// TODO: add (about 1 line)\n");
    CHECK(search_offer(with_values(false), sources, 7).empty());
}
