// A run as JSON, version 1, and a lab's result read back from it. The keys are those of the
// course's design (docs/grading.md lists them); findings and kernels are as in simcc's report.
#pragma once

#include <string>
#include <string_view>

#include "report/report.hpp"

namespace grader::report {

class Json : public Format {
  public:
    void print(const score::RunResult& run, std::ostream& out) const override;
};

/// One lab on one line, for the way from the process that runs a suite to the one that reports.
std::string to_line(const score::LabResult& lab);

/// The same of what compute-sanitizer found, as it stands in a lab's result.
std::string to_line(const score::SanitizerReport& report);

/// Read what `to_line` wrote. Throw ReportError on anything else.
score::LabResult from_line(std::string_view line);
score::SanitizerReport sanitizer_from_line(std::string_view line);

}  // namespace grader::report
