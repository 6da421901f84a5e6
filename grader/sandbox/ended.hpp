// How a program has ended, and what it has used so far.
#pragma once

#include <chrono>
#include <cstdint>
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

}  // namespace grader::sandbox
