// Grades everything that is not in the gradebook yet, several labs in parallel, and reports which
// marks changed.
#pragma once

#include <atomic>
#include <cstdint>
#include <iosfwd>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "class/executor.hpp"
#include "class/gradebook.hpp"
#include "class/intake.hpp"
#include "class/judge.hpp"
#include "class/options.hpp"
#include "lab/kit.hpp"

namespace grader::classes {

class Run {
  public:
    Run(const lab::Kit& kit, const Options& options, Gradebook& book, const Settings& settings,
        GradeLab grade);

    /// The work that is not in the gradebook yet. Records that all of it was seen.
    std::vector<Work> left_of(const std::vector<Work>& all);
    void refuse(const std::vector<Attempt>& attempts);
    void grade_all(const std::vector<Work>& left, std::ostream& out);
    /// If marks changed in this run, also before an interruption, writes OUT/changes.txt; otherwise
    /// removes that of an earlier run.
    void finish();

    /// Lines about each changed mark. Valid after finish().
    const std::vector<std::vector<std::string>>& changed() const { return changed_; }
    /// Whether the grader itself failed on an attempt.
    bool failed() const { return failed_; }

  private:
    std::optional<Attempt> find(const std::string& student, const std::string& lab,
                                const std::string& submission);
    /// When the submission was first seen. Records the present time if it is new.
    Time seen(const std::string& student, const std::string& lab, const std::string& submission);
    std::unique_ptr<Executor> executor() const;
    Task task_of(const Work& work);
    /// `settled`: it is not tried again.
    void record(const Attempt& attempt, bool settled);

    const Options& options_;
    Gradebook& book_;
    const Settings settings_;
    const std::string version_;
    const Judge judge_;
    const std::int64_t run_;
    std::vector<std::vector<std::string>> changed_;
    std::atomic<bool> failed_ = false;
};

}  // namespace grader::classes
