// The findings of a run as SARIF 2.1.0, which editors and code hosts show at the source lines. Each
// finding is one result; the other thread of a race is a related location.
#pragma once

#include <map>

#include "report/report.hpp"

namespace grader::report {

class Sarif : public Format {
  public:
    /// By lab: the folder with its files, as a URI relative to where the report is read.
    using Folders = std::map<std::string, std::string>;
    explicit Sarif(Folders folders) : folders_(std::move(folders)) {}

    void print(const score::RunResult& run, std::ostream& out) const override;

  private:
    Folders folders_;
};

}  // namespace grader::report
