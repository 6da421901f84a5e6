// The student's view: one screen a lab. Points by part and case, the first failure in full, the
// findings with their source lines, where the log is. Several labs begin with a board.
#pragma once

#include "report/report.hpp"
#include "report/sources.hpp"

namespace grader::report {

class Terminal : public Format {
  public:
    enum class Colour { never, always };

    Terminal(Sources sources, Colour colour) : sources_(std::move(sources)), colour_(colour) {}

    void print(const score::RunResult& run, std::ostream& out) const override;

  private:
    Sources sources_;
    Colour colour_;
};

}  // namespace grader::report
