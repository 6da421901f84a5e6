// Resource limits. Soft and hard limits are equal, and the filter prevents raising them.
#include <sys/resource.h>

#include <cerrno>
#include <cstring>
#include <stdexcept>
#include <string>

#include "sandbox/confine/layers.hpp"

namespace grader::sandbox::confine {
namespace {

void limit(__rlimit_resource resource, const char* what, rlim_t soft, rlim_t hard) {
    rlimit current{};
    getrlimit(resource, &current);
    const rlimit wanted{std::min(soft, current.rlim_max), std::min(hard, current.rlim_max)};
    if (setrlimit(resource, &wanted) != 0)
        throw std::runtime_error(std::string("cannot limit ") + what + ": " + std::strerror(errno));
}

}  // namespace

void set_limits(const Policy& policy) {
    const auto set = [](__rlimit_resource resource, const char* what, rlim_t value) {
        limit(resource, what, value, value);
    };
    set(RLIMIT_CORE, "core dumps", 0);
    set(RLIMIT_MSGQUEUE, "message queues", 0);
    set(RLIMIT_STACK, "stack", policy.stack);
    set(RLIMIT_FSIZE, "file size", policy.file_size);
    set(RLIMIT_NOFILE, "open files", policy.open_files);
    if (policy.processes) set(RLIMIT_NPROC, "processes", policy.processes);
    if (policy.address_space) set(RLIMIT_AS, "address space", policy.address_space);
    // A program may catch SIGXCPU. A second later it is killed.
    limit(RLIMIT_CPU, "CPU time", policy.cpu_seconds, policy.cpu_seconds + 1);
}

}  // namespace grader::sandbox::confine
