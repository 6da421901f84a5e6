// A run as JSON, version 1, and reading a lab's result back from it. docs/grading.md lists the
// keys. Findings and kernels are as in simcc's report.
#pragma once

#include <string>
#include <string_view>

#include "report/report.hpp"

namespace grader::report {

class Json : public Format {
  public:
    void print(const score::RunResult& run, std::ostream& out) const override;
};

/// One lab on one line, to send it from the process that runs a suite to the one that reports.
std::string to_line(const score::LabResult& lab);

/// The same for compute-sanitizer's results, as they appear in a lab's result.
std::string to_line(const score::SanitizerReport& report);

/// Parses what `to_line` wrote. Throws ReportError for anything else.
score::LabResult from_line(std::string_view line);
score::SanitizerReport sanitizer_from_line(std::string_view line);

}  // namespace grader::report
