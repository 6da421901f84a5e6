// Grades a student's lab as described in the gradebook, and writes its log.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "build/build.hpp"
#include "class/gradebook.hpp"
#include "lab/kit.hpp"
#include "score/hidden.hpp"
#include "suite/request.hpp"

namespace grader::classes {

/// Grades a submission's folder. Throws if the grader itself fails.
using GradeLab = std::function<score::LabResult(const suite::Request&, build::Backend)>;

class Judge {
  public:
    /// `out`: the folder for logs/; if empty, no logs are written. `hidden`: what they show.
    Judge(const lab::Kit& kit, GradeLab grade, std::filesystem::path out,
          score::OfHidden hidden = score::OfHidden::all)
        : kit_(kit), grade_(std::move(grade)), out_(std::move(out)), hidden_(hidden) {}

    /// `attempt` gives the student, the lab and the settings; its outcome and result are filled in.
    /// `device`: suite::Request::visible_device.
    void grade(Attempt& attempt, const std::vector<File>& files,
               const std::string& device = {}) const;

  private:
    void judge(Attempt& attempt, const suite::Request& request) const;
    void write_log(const Attempt& attempt, const std::filesystem::path& submission,
                   const std::filesystem::path& raw) const;

    const lab::Kit& kit_;
    const GradeLab grade_;
    const std::filesystem::path out_;
    const score::OfHidden hidden_;
};

}  // namespace grader::classes
