// A handle of a program that runs in the sandbox. When stop() returns, the program stands still.
// When wait(), kill() or the destructor has returned, nothing of it is left running. A separate
// thread watches the limits and reads the outputs.
#pragma once

#include <sys/types.h>

#include <memory>

#include "sandbox/ended.hpp"

namespace grader::sandbox {

class Watch;  // watch.hpp

class Child {
  public:
    Child(Child&&) noexcept;
    Child& operator=(Child&&) noexcept;
    /// Kills the program if it is still running.
    ~Child();

    /// The program's process id, as seen by this process.
    pid_t pid() const;
    /// For the program's own process; empty if it has ended.
    Activity activity() const;
    /// Halts all threads of the program; none is running when it returns. Returns false if it has
    /// ended.
    bool stop();
    /// Undoes stop().
    void resume();
    /// Tells the program that its time is up, by SIGXCPU. A program that does not handle it ends.
    void end_time();
    /// Kills the program and everything it has started. wait() then reports `killed`, unless it had
    /// ended before.
    void kill();
    /// Waits until the program has ended and all its output has been read. May be called again.
    const Ended& wait();
    /// The same if it has ended already; otherwise nullptr.
    const Ended* ended() const;

  private:
    friend class Sandbox;
    explicit Child(std::unique_ptr<Watch> watch);

    std::unique_ptr<Watch> watch_;
};

}  // namespace grader::sandbox
