// A report format: a class that prints a run. Promises that the same run prints the same bytes, and
// that nothing a student's program said can do more than appear as text. Formats: terminal, JSON,
// JUnit, HTML, a header each.
#pragma once

#include <iosfwd>
#include <stdexcept>

#include "score/result.hpp"

namespace grader::report {

struct ReportError : std::runtime_error {
    using std::runtime_error::runtime_error;
};

class Format {
  public:
    virtual ~Format() = default;
    virtual void print(const score::RunResult& run, std::ostream& out) const = 0;
};

}  // namespace grader::report
