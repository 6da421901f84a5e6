#include "report/junit.hpp"

#include <fmt/format.h>

#include <ostream>

#include "report/text.hpp"

namespace grader::report {
namespace {

struct Counts {
    int tests = 0, failures = 0, errors = 0, skipped = 0;
};

std::string element_of(const score::CaseResult& result) {
    const auto all = lines(result.message);
    const auto first = all.empty() ? "" : all.front();
    switch (result.status) {
        case score::CaseStatus::passed:
            return "";
        case score::CaseStatus::not_run:
            return fmt::format("      <skipped message=\"{}\"/>\n", escaped(first));
        case score::CaseStatus::failed:
            break;
    }
    return fmt::format("      <failure message=\"{}\">{}</failure>\n", escaped(first),
                       escaped(result.message));
}

std::string cases_of(const score::LabResult& lab, Counts& counts) {
    std::string xml;
    for (const auto& part : lab.parts) {
        for (const auto& result : part.cases) {
            ++counts.tests;
            counts.failures += result.status == score::CaseStatus::failed;
            counts.skipped += result.status == score::CaseStatus::not_run;
            const auto element = element_of(result);
            xml += fmt::format("    <testcase classname=\"{}.{}\" name=\"{}\"", escaped(lab.lab),
                               escaped(part.name), escaped(result.name));
            xml += element.empty() ? "/>\n" : fmt::format(">\n{}    </testcase>\n", element);
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
        const auto cases = lab.status == score::LabStatus::graded ? cases_of(lab, counts)
                                                                  : not_gradable(lab, counts);
        out << fmt::format(
            "  <testsuite name=\"{}\" tests=\"{}\" failures=\"{}\" errors=\"{}\" "
            "skipped=\"{}\">\n{}  </testsuite>\n",
            escaped(lab.lab), counts.tests, counts.failures, counts.errors, counts.skipped, cases);
    }
    out << "</testsuites>\n";
}

}  // namespace grader::report
