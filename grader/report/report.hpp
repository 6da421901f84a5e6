// A report format: a class that prints a run. The same run always gives the same bytes, and
// whatever a student's program printed only appears as text. Formats: terminal, JSON, JUnit, HTML
// and others, one header each.
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
