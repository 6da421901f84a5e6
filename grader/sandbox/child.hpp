// A handle of a program that runs in the sandbox. When stop() returns, the program stands still.
// When wait(), kill() or the destructor has returned, nothing of it is left running. A separate
// thread watches the limits and reads the outputs.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <cstdint>
#include <memory>
#include <string>

namespace grader::sandbox {

enum class How {
    exited,     ///< by itself; `code` is its status
    signalled,  ///< by signal `code`, raised by itself or by the kernel because of what it did
    wall_time,
    cpu_time,
    memory,
    output,  ///< wrote more than Limits::output_total
    killed,  ///< by Child::kill() or the destructor
};

struct Ended {
    How how = How::exited;
    int code = 0;
    std::string out, err;                        ///< the first Limits::output_kept bytes of each
    std::uint64_t out_bytes = 0, err_bytes = 0;  ///< written in total
    std::chrono::microseconds cpu{0};
    std::uint64_t peak_resident = 0;  ///< bytes

    bool ok() const { return how == How::exited && code == 0; }
    /// The program was killed by someone else, or by a system without memory: neither by one of our
    /// limits nor by anything it did. This says nothing about the program.
    bool killed_by_others() const;
};

/// One line for a student: "exited with status 3", "crashed: invalid memory access (SIGSEGV)".
std::string describe(const Ended& ended);

/// What a program has used so far, and whether it needs the processor now.
struct Activity {
    std::chrono::milliseconds cpu{0};
    bool wants_processor = false;
};

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
    class Watch;
    explicit Child(std::unique_ptr<Watch> watch);

    std::unique_ptr<Watch> watch_;
};

}  // namespace grader::sandbox
