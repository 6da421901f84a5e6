#include "sandbox/ended.hpp"

#include <csignal>
#include <cstring>

namespace grader::sandbox {
namespace {

std::string name_of_signal(int number) {
    const char* name = sigabbrev_np(number);
    return name ? std::string("SIG") + name : "signal " + std::to_string(number);
}

const char* meaning_of_signal(int number) {
    switch (number) {
        case SIGSEGV:
            return "crashed: invalid memory access";
        case SIGBUS:
            return "crashed: access beyond the end of mapped memory";
        case SIGFPE:
            return "crashed: division by zero or another arithmetic error";
        case SIGILL:
            return "crashed: illegal instruction";
        case SIGABRT:
            return "aborted: abort(), a failed assert or an uncaught exception";
        case SIGXFSZ:
            return "stopped: wrote a file beyond the limit";
        case SIGSYS:
            return "stopped: a system call that is not allowed";
        default:
            return "ended by a signal";
    }
}

}  // namespace

bool Ended::killed_by_others() const {
    return how == How::signalled && code == SIGKILL;
}

std::string describe(const Ended& ended) {
    switch (ended.how) {
        case How::exited:
            return "exited with status " + std::to_string(ended.code);
        case How::signalled:
            return std::string(meaning_of_signal(ended.code)) + " (" + name_of_signal(ended.code) +
                   ")";
        case How::wall_time:
            return "stopped: ran past its time limit";
        case How::cpu_time:
            return "stopped: used up its processor time";
        case How::memory:
            return "stopped: used more memory than allowed";
        case How::output:
            return "stopped: printed more than allowed";
        case How::killed:
            return "stopped by the grader";
    }
    return "ended";
}

}  // namespace grader::sandbox
