// Grades one student's lab as the gradebook describes it, and writes its log.
#pragma once

#include <filesystem>
#include <functional>
#include <vector>

#include "build/build.hpp"
#include "class/gradebook.hpp"
#include "lab/kit.hpp"
#include "suite/request.hpp"

namespace grader::classes {

/// From a submission's folder to its result; throws where the grader itself is in trouble.
using GradeLab = std::function<score::LabResult(const suite::Request&, build::Backend)>;

class Judge {
  public:
    /// `out`: where logs/ lies; empty: none are written.
    Judge(const lab::Kit& kit, GradeLab grade, std::filesystem::path out)
        : kit_(kit), grade_(std::move(grade)), out_(std::move(out)) {}

    /// `attempt` says who, what and by which settings; its outcome and result are filled in.
    void grade(Attempt& attempt, const std::vector<File>& files) const;

  private:
    void judge(Attempt& attempt, const suite::Request& request) const;
    void write_log(const Attempt& attempt, const std::filesystem::path& submission,
                   const std::filesystem::path& raw) const;

    const lab::Kit& kit_;
    const GradeLab grade_;
    const std::filesystem::path out_;
};

}  // namespace grader::classes
