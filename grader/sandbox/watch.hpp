// The grader's side of one running program: starts the supervisor, reads outputs, enforces the
// limits that no rlimit covers (elapsed time, resident memory, amount of output), and receives the
// result. Only used in this directory; others use Child.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <exception>
#include <filesystem>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "descriptor.hpp"
#include "sandbox/command.hpp"
#include "sandbox/ended.hpp"
#include "sandbox/output.hpp"
#include "sandbox/policy.hpp"

namespace grader::sandbox {

/// How to start one supervisor.
struct Launch {
    std::vector<std::string> supervisor;  // its command line, with or without bwrap
    Policy policy;
    std::vector<int> inherited;  // descriptors of this process, in the order of policy.inherited
    Limits limits;
    std::filesystem::path own_scratch;  // for this program, removed after it; may be empty
};

class Watch {
  public:
    /// Returns once the program runs; throws SandboxError if it does not start.
    explicit Watch(Launch launch);
    ~Watch();

    pid_t pid() const { return pid_; }
    Activity activity() const;
    bool stop();
    void resume();
    void end_time();
    void kill() { end_as(How::killed); }
    const Ended& wait();
    const Ended* ended();

  private:
    class Running;

    void live();
    void start(Running& running);
    void run(Running& running);
    void finish(Running& running);
    void settle(std::exception_ptr failure);
    void end_as(How how);
    bool signal(int number) const;
    std::uint64_t resident() const;
    bool stands_still() const;

    const Launch launch_;
    pid_t pid_ = 0;
    kit_io::Descriptor process_;  // pidfd of the program
    kit_io::Descriptor proc_;     // its folder in /proc
    // There: how much memory it has, and the state of its first thread. Kept open, since they are
    // read every few milliseconds.
    kit_io::Descriptor memory_, first_thread_;
    kit_io::Descriptor socket_;            // to the supervisor
    std::atomic<How> cause_{How::exited};  // why we ended it; exited: we did not

    std::mutex mutex_;
    std::condition_variable changed_;
    bool started_ = false, ended_ = false;
    std::exception_ptr failure_;
    Ended result_;
    std::thread thread_;
};

}  // namespace grader::sandbox
