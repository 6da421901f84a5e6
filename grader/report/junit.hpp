// A run as JUnit XML for continuous integration: one suite for each lab, one test for each case.
#pragma once

#include "report/report.hpp"

namespace grader::report {

class JUnit : public Format {
  public:
    void print(const score::RunResult& run, std::ostream& out) const override;
};

}  // namespace grader::report
