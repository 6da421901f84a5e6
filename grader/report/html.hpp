// A run as one self-contained page of HTML: the board, then each lab with its cases and findings.
#pragma once

#include "report/report.hpp"
#include "report/sources.hpp"

namespace grader::report {

class Html : public Format {
  public:
    explicit Html(Sources sources) : sources_(std::move(sources)) {}

    void print(const score::RunResult& run, std::ostream& out) const override;

  private:
    Sources sources_;
};

}  // namespace grader::report
