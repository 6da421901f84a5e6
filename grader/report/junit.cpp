#include "report/junit.hpp"

#include <fmt/format.h>

#include <ostream>

#include "report/text.hpp"

namespace grader::report {
namespace {

struct Counts {
    int tests = 0, failures = 0, errors = 0, skipped = 0;
    double seconds = 0;
};

std::string element_of(const score::CaseResult& result) {
    const std::string first(result.message.first());
    switch (result.status) {
        case score::CaseStatus::passed:
            return "";
        case score::CaseStatus::not_run:
            return fmt::format("      <skipped message=\"{}\"/>\n", escaped(first));
        case score::CaseStatus::failed:
            break;
    }
    return fmt::format("      <failure message=\"{}\">{}</failure>\n", escaped(first),
                       escaped(result.message.text()));
}

std::string points_of(const score::CaseResult& result) {
    return fmt::format(
        "      <properties>\n        <property name=\"points\" value=\"{}\"/>\n"
        "        <property name=\"max_points\" value=\"{}\"/>\n      </properties>\n",
        points(result.score, result.max_score), points(result.max_score));
}

/// Errors, in a place where readers of JUnit files can jump to their lines.
std::string findings_of(const score::LabResult& lab, Counts& counts) {
    std::string xml;
    for (const auto& finding : lab.findings) {
        if (finding.severity != score::Severity::error) continue;
        ++counts.tests;
        ++counts.failures;
        xml += fmt::format(
            "    <testcase classname=\"{}.findings\" name=\"{} at {}:{}\" file=\"{}\" "
            "line=\"{}\">\n      <failure message=\"{}\"/>\n    </testcase>\n",
            escaped(lab.lab), escaped(finding.kind), escaped(finding.file), finding.line,
            escaped(finding.file), finding.line, escaped(finding.message));
    }
    return xml;
}

std::string cases_of(const score::LabResult& lab, Counts& counts) {
    std::string xml;
    for (const auto& part : lab.parts) {
        for (const auto& result : part.cases) {
            ++counts.tests;
            counts.failures += result.status == score::CaseStatus::failed;
            counts.skipped += result.status == score::CaseStatus::not_run;
            counts.seconds += result.elapsed.seconds;
            const auto element = points_of(result) + element_of(result);
            xml += fmt::format("    <testcase classname=\"{}.{}\" name=\"{}\"", escaped(lab.lab),
                               escaped(part.name()), escaped(result.name));
            xml += fmt::format(" time=\"{:.3f}\">\n{}    </testcase>\n", result.elapsed.seconds,
                               element);
        }
    }
    return xml;
}

std::string not_gradable(const score::LabResult& lab, Counts& counts) {
    counts = {.tests = 1, .errors = 1};
    return fmt::format(
        "    <testcase classname=\"{}\" name=\"gradable\">\n"
        "      <error message=\"{}\">{}</error>\n    </testcase>\n",
        escaped(lab.lab), escaped(lab.reason), escaped(lab.details));
}

}  // namespace

void JUnit::print(const score::RunResult& run, std::ostream& out) const {
    out << "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n";
    for (const auto& lab : run.labs) {
        Counts counts;
        const auto cases = lab.status == score::LabStatus::graded
                               ? cases_of(lab, counts) + findings_of(lab, counts)
                               : not_gradable(lab, counts);
        out << fmt::format(
            "  <testsuite name=\"{}\" tests=\"{}\" failures=\"{}\" errors=\"{}\" "
            "skipped=\"{}\" time=\"{:.3f}\">\n{}  </testsuite>\n",
            escaped(lab.lab), counts.tests, counts.failures, counts.errors, counts.skipped,
            counts.seconds, cases);
    }
    out << "</testsuites>\n";
}

}  // namespace grader::report
