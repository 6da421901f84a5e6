// Where a class's submissions are graded: on this machine, several in parallel, or as jobs of a
// cluster. Both return results in the same way.
#pragma once

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "class/gradebook.hpp"
#include "class/judge.hpp"

namespace grader::classes {

/// An attempt to be graded: the student, the lab, the settings and the files.
struct Task {
    Attempt attempt;
    std::vector<File> files;
};

/// Called once for each task, with the graded attempt; possibly from several threads.
using Done = std::function<void(const Attempt& attempt)>;

class Executor {
  public:
    virtual ~Executor() = default;
    /// Returns when all tasks are done. An exception from `done` ends it.
    virtual void judge(std::vector<Task> tasks, const Done& done) = 0;
};

/// Grades in this process and its children.
class Local : public Executor {
  public:
    Local(const Judge& judge, unsigned jobs) : Local(judge, std::vector<std::string>(jobs)) {}
    /// One job on each of these devices.
    Local(const Judge& judge, std::vector<std::string> devices)
        : judge_(judge), devices_(std::move(devices)) {}
    void judge(std::vector<Task> tasks, const Done& done) override;

  private:
    const Judge& judge_;
    const std::vector<std::string> devices_;  // one a job; empty names on the simulator
};

}  // namespace grader::classes
