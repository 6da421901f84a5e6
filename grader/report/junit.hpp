// A run as JUnit's XML, which continuous integration reads: a suite a lab, a test a case.
#pragma once

#include "report/report.hpp"

namespace grader::report {

class JUnit : public Format {
  public:
    void print(const score::RunResult& run, std::ostream& out) const override;
};

}  // namespace grader::report
