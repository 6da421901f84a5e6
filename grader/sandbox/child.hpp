// A program running in the sandbox, as a handle. Promises its owner that stop() returns with the
// program standing still, and that nothing of it is left running once wait(), kill() or the
// destructor has returned. A thread of its own watches limits and drains the outputs meanwhile.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <cstdint>
#include <memory>
#include <string>

namespace grader::sandbox {

enum class How {
    exited,     ///< by itself; `code` is its status
    signalled,  ///< by signal `code`, raised by itself or by the kernel for what it did
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
    std::uint64_t out_bytes = 0, err_bytes = 0;  ///< written in all
    std::chrono::microseconds cpu{0};
    std::uint64_t peak_resident = 0;  ///< bytes

    bool ok() const { return how == How::exited && code == 0; }
    /// No limit of ours, and nothing that a program does itself: somebody, or a system that has no
    /// memory left. It says nothing about the program.
    bool killed_by_others() const;
};

/// One line for a student: "exited with status 3", "crashed: invalid memory access (SIGSEGV)".
std::string describe(const Ended& ended);

/// What a program has used so far, and whether it wants the processor now.
struct Activity {
    std::chrono::milliseconds cpu{0};
    bool wants_processor = false;
};

class Child {
  public:
    Child(Child&&) noexcept;
    Child& operator=(Child&&) noexcept;
    /// Kills the program if it still runs.
    ~Child();

    /// The program itself, as this process sees it.
    pid_t pid() const;
    /// Of the program's own process; nothing of one that has ended.
    Activity activity() const;
    /// Halts every thread of the program; on return none is running. False when it has ended.
    bool stop();
    /// Undoes stop().
    void resume();
    /// Ends the program and all it started. wait() then says `killed`, unless it ended before.
    void kill();
    /// Waits until the program has ended and all its output is here. May be called again.
    const Ended& wait();
    /// The same, when it has ended already; else nullptr.
    const Ended* ended() const;

  private:
    friend class Sandbox;
    class Watch;
    explicit Child(std::unique_ptr<Watch> watch);

    std::unique_ptr<Watch> watch_;
};

}  // namespace grader::sandbox
