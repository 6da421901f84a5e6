#include "simulator/memory/fault.hpp"

#include <execinfo.h>
#include <sys/mman.h>

#include <csignal>

#include "simulator/memory/layout.hpp"
#include "simulator/observe/events.hpp"
#include "simulator/report/recorder.hpp"

namespace cusim::memory {

namespace {

// The innermost frame that lies in the program itself: the access may have happened in memcpy.
const void* place_in_program() {
    void* frames[64];
    const int count = backtrace(frames, 64);
    constexpr int own = 2;  // this function, and the handler
    for (int i = own; i < count; ++i)
        if (program.contains(frames[i])) return frames[i];
    return nullptr;
}

void tell_of_host_access() {
    report::Finding finding{.kind = report::Kind::device_pointer};
    finding.self.site.pc = place_in_program();
    finding.self.host = true;
    report::emit(std::move(finding));
}

// Everything here is unsafe in a signal handler in general; this signal is raised by one
// instruction of the program's own thread, which will never be resumed.
void on_fault(int signal, siginfo_t* info, void*) {
    std::signal(signal, SIG_DFL);
    if (device_heap.contains(info->si_addr) && observe::current_actor == nullptr)
        tell_of_host_access();
    report::flush();
    std::raise(signal);
}

}  // namespace

void watch_for_faults() {
    constexpr std::size_t size = 256 * KiB;  // resolving a line takes some
    static char stack[size];
    const stack_t alternate{.ss_sp = stack, .ss_flags = 0, .ss_size = size};
    sigaltstack(&alternate, nullptr);
    struct sigaction action {};
    action.sa_sigaction = on_fault;
    action.sa_flags = SA_SIGINFO | SA_ONSTACK;
    sigaction(SIGSEGV, &action, nullptr);
    sigaction(SIGBUS, &action, nullptr);
    void* warm_up[1];
    backtrace(warm_up, 1);  // loads the unwinder now, not in the handler
}

}  // namespace cusim::memory
