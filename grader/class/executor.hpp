// Where a class's submissions are judged: here, several side by side, or as jobs of a cluster. What
// becomes of the results is the same for both, and others' work.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "class/gradebook.hpp"
#include "class/judge.hpp"

namespace grader::classes {

/// An attempt to be judged: who, what, by which settings, and the files.
struct Task {
    Attempt attempt;
    std::vector<File> files;
};

/// Called once for each task, with the attempt judged; by several threads.
using Done = std::function<void(const Attempt& attempt)>;

class Executor {
  public:
    virtual ~Executor() = default;
    /// Returns once all are done. What `done` throws ends it.
    virtual void judge(std::vector<Task> tasks, const Done& done) = 0;
};

/// In this process and its children.
class Local : public Executor {
  public:
    Local(const Judge& judge, unsigned jobs) : judge_(judge), jobs_(jobs) {}
    void judge(std::vector<Task> tasks, const Done& done) override;

  private:
    const Judge& judge_;
    const unsigned jobs_;
};

}  // namespace grader::classes
