#include "simulator/report/setting.hpp"

#include <sys/syscall.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>

namespace cusim::report {

std::string_view text_of_setting(const char* variable) {
    const char* const text = std::getenv(variable);
    return text ? text : "";
}

// Uses the system call, since the _exit of process_exit.cpp would look for leaks, possibly from
// within a simulated thread.
void refuse_setting(const char* variable, std::string_view expected) {
    std::fprintf(stderr, "simulator: %s is \"%s\"; expected %.*s\n", variable,
                 text_of_setting(variable).data(), static_cast<int>(expected.size()),
                 expected.data());
    std::fflush(nullptr);
    syscall(SYS_exit_group, 2);
    __builtin_unreachable();
}

}  // namespace cusim::report
