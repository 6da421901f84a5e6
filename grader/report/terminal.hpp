// The student's view: one screen for each lab, with points by part and case, the first failure in
// full, the findings with their source lines, and the path of the log. Several labs begin with a
// summary.
#pragma once

#include "report/report.hpp"
#include "report/sources.hpp"

namespace grader::report {

class Terminal : public Format {
  public:
    enum class Colour { never, always };
    enum class Detail { brief, whole };  // brief: points, first failure, findings

    explicit Terminal(Sources sources, Colour colour, std::size_t width = 78,
                      Detail detail = Detail::whole)
        : sources_(std::move(sources)), colour_(colour), width_(width), detail_(detail) {}

    void print(const score::RunResult& run, std::ostream& out) const override;

  private:
    Sources sources_;
    Colour colour_;
    std::size_t width_;
    Detail detail_;
};

}  // namespace grader::report
