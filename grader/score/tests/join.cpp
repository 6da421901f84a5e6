#include "score/join.hpp"

#include <doctest/doctest.h>

using namespace grader::score;

namespace {

PartResult part(Part part, const char* only_case, double points) {
    return {.part = part,
            .score = points,
            .max_score = points,
            .cases = {{only_case, CaseStatus::passed, points, points, ""}}};
}

LabResult result(std::vector<PartResult> parts) {
    LabResult result;
    for (const auto& one : parts) {
        result.score += one.score;
        result.max_score += one.max_score;
    }
    result.parts = std::move(parts);
    return result;
}

std::vector<std::string> names(const LabResult& lab) {
    std::vector<std::string> all;
    for (const auto& one : lab.parts) {
        all.push_back(one.name() + ":");
        for (const auto& result : one.cases) all.push_back(result.name);
    }
    return all;
}

Finding race_at(int line) {
    Finding finding;
    finding.kind = "race";
    finding.line = line;
    return finding;
}

}  // namespace

TEST_CASE("cases follow those of the same part, and parts keep their order") {
    LabResult lab = result({part(Part::safe, "1 safe", 2)});
    join(lab, result({part(Part::correct, "2 correct", 3), part(Part::safe, "2 safe", 4),
                      part(Part::predict, "2 predict", 1)}));
    join(lab, result({part(Part::fast, "3 fast", 5)}));
    CHECK(names(lab) == std::vector<std::string>{"correct:", "2 correct", "safe:", "1 safe",
                                                 "2 safe", "fast:", "3 fast",
                                                 "predict:", "2 predict"});
    CHECK(lab.score == 15);
    CHECK(lab.max_score == 15);
    CHECK(lab.parts[1].score == 6);
}

TEST_CASE("one line of two rungs is one root cause; without a line it is two") {
    LabResult lab, rung;
    lab.findings = {race_at(7), race_at(0)};
    rung.findings = {race_at(0), race_at(7), race_at(8)};
    rung.kernels.resize(1);
    join(lab, rung);
    REQUIRE(lab.findings.size() == 4);
    CHECK(lab.findings[0].count == 2);
    CHECK(lab.findings[1].line == 0);
    CHECK(lab.findings[2].line == 0);
    CHECK(lab.findings[3].line == 8);
    CHECK(lab.kernels.size() == 1);
}

TEST_CASE("a function that several rungs are about is to be predicted once") {
    LabResult lab;
    for (const char* function : {"gemv", "gather", "gemv"}) {
        LabResult rung;
        rung.to_predict = {function};
        join(lab, std::move(rung));
    }
    CHECK(lab.to_predict == std::vector<std::string>{"gemv", "gather"});
}
