// The programs of a run: the submission's on the simulator and later on the device, and there the
// reference solution's. Also, whether others may use the device meanwhile.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "file_lock.hpp"
#include "suite/calls/session.hpp"
#include "suite/request.hpp"
#include "suite/target.hpp"

namespace grader::suite {

class Programs {
  public:
    /// The request must outlive this. Starts the solution on the device if it is built already and
    /// `compares_times`.
    Programs(const Request& request, bool compares_times);

    /// That of the case that is judged.
    Target& target() const { return *target_; }
    /// Of the two backends, the first one, and the one that cases run on now.
    Target& use_simulator() { return *(target_ = &targets_.front()); }
    Target& use_latest() { return *(target_ = &targets_.back()); }

    bool is_on_device() const { return targets_.size() > 1; }
    void continue_on_device(const DevicePrograms& programs);
    /// Ends the programs there, when that does not disturb the times that another rung measures.
    void leave_device();

    Session& student_on_device();
    Session& solution_on_device();
    /// Held while the device is used. Other processes that grade on the same device wait while one
    /// of them has reserved it to compare times there.
    std::optional<kit_io::FileLock> use_device() const;
    std::optional<kit_io::FileLock> reserve_device() const;

  private:
    Session& start_solution(const std::filesystem::path& program);

    const Request& request_;
    std::vector<Target> targets_;  // the simulator, then the device
    Target* target_ = nullptr;
    DevicePrograms device_programs_;
    std::unique_ptr<Session> solution_;
};

}  // namespace grader::suite
