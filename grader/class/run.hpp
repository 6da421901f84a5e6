// A run over all the work there is: what is not in the gradebook yet is graded, several labs side
// by side, and what changed is told.
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

    /// What is not in the gradebook yet; takes down all that is there.
    std::vector<Work> left_of(const std::vector<Work>& all);
    void refuse(const std::vector<Attempt>& attempts);
    void grade_all(const std::vector<Work>& left, std::ostream& out);
    /// Writes OUT/changes.txt where marks changed in this run, before an interruption too; removes
    /// that of an earlier run.
    void finish();

    /// The lines about each mark that changed; known once it is finished.
    const std::vector<std::vector<std::string>>& changed() const { return changed_; }
    /// Whether the grader itself failed on something.
    bool failed() const { return failed_; }

  private:
    std::optional<Attempt> find(const std::string& student, const std::string& lab,
                                const std::string& submission);
    /// When it was handed in the first time; takes down that it is there.
    Time seen(const std::string& student, const std::string& lab, const std::string& submission);
    unsigned jobs() const;
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
