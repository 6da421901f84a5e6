#include "simulator/api/trials/child.hpp"

#include <fcntl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>

namespace cusim::api {

Child::Child(const std::function<void(const Child&)>& work) {
    if (pipe2(ends_, O_CLOEXEC) != 0) return;
    std::fflush(stdout);
    process_ = fork();
    if (process_ == 0) this->work(work);
    close(ends_[1]);
}

Child::~Child() {
    if (ends_[0] >= 0) close(ends_[0]);
    if (exists()) waitpid(process_, nullptr, 0);
}

void Child::work(const std::function<void(const Child&)>& work) const {
    const int nowhere = open("/dev/null", O_WRONLY);
    dup2(nowhere, STDOUT_FILENO);
    dup2(nowhere, STDERR_FILENO);
    work(*this);
    syscall(SYS_exit_group, 0);
    __builtin_unreachable();
}

void Child::tell(const void* bytes, std::size_t size) const {
    const auto* at = static_cast<const unsigned char*>(bytes);
    while (size > 0) {
        const ssize_t told = ::write(ends_[1], at, size);
        if (told < 0 && errno == EINTR) continue;
        if (told <= 0) return;
        at += told;
        size -= static_cast<std::size_t>(told);
    }
}

bool Child::hear(void* bytes, std::size_t size) const {
    auto* at = static_cast<unsigned char*>(bytes);
    while (exists() && size > 0) {
        const ssize_t heard = ::read(ends_[0], at, size);
        if (heard < 0 && errno == EINTR) continue;
        if (heard <= 0) return false;
        at += heard;
        size -= static_cast<std::size_t>(heard);
    }
    return exists();
}

}  // namespace cusim::api
