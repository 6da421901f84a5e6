// A run as the JSON that other grading platforms read. Points and messages are those of the other
// formats; what a platform has no field for is left out. Sources, all as of November 2026:
// Gradescope's autograder specifications (results.json), PrairieLearn's external grading results,
// Classroom 50's contract of result.json ("classroom50/result/v1").
#pragma once

#include <string>

#include "report/report.hpp"

namespace grader::report {

/// One test for each case, with points and output, visible to the student; findings are added.
class Gradescope : public Format {
  public:
    void print(const score::RunResult& run, std::ostream& out) const override;
};

/// The score is a fraction of 1. What is not gradable here is not gradable there, and costs no
/// attempt.
class PrairieLearn : public Format {
  public:
    void print(const score::RunResult& run, std::ostream& out) const override;
};

/// Identifies the submission, from the environment that the platform's runner sets.
struct Classroom50Identity {
    std::string classroom, assignment, submission, commit, release, review;

    /// "submit/2026-06-01T14-32-05Z-a1b2c3d" was submitted at 2026-06-01T14:32:05Z.
    std::string submitted() const;
};

/// Throws ReportError, which names the variable, if one is not set.
Classroom50Identity classroom50_identity();

/// Points must be integers there, so those of each case are rounded.
class Classroom50 : public Format {
  public:
    explicit Classroom50(Classroom50Identity identity) : identity_(std::move(identity)) {}
    void print(const score::RunResult& run, std::ostream& out) const override;

  private:
    const Classroom50Identity identity_;
};

}  // namespace grader::report
