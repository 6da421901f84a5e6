// The system calls allowed for each profile. A call that is not listed fails with EPERM, so that
// calls of newer kernels do not extend what a program can do.
#include <sched.h>
#include <seccomp.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <initializer_list>
#include <memory>
#include <stdexcept>
#include <string>

#include "sandbox/confine/layers.hpp"
#include "sandbox/sandbox.hpp"

namespace grader::sandbox::confine {
namespace {

class Filter {
  public:
    Filter() : context_(seccomp_init(SCMP_ACT_ERRNO(EPERM)), seccomp_release) {
        if (!context_) throw std::runtime_error("no seccomp filter");
    }
    void allow(std::initializer_list<const char*> calls) {
        for (const char* call : calls) allow(call, {});
    }
    void allow(const char* call, std::initializer_list<scmp_arg_cmp> conditions) {
        add(SCMP_ACT_ALLOW, call, conditions);
    }
    void fail(const char* call, std::uint16_t error) { add(SCMP_ACT_ERRNO(error), call, {}); }
    void load() {
        if (seccomp_load(context_.get()) != 0) throw std::runtime_error("seccomp does not load");
    }

  private:
    void add(std::uint32_t action, const char* call,
             std::initializer_list<scmp_arg_cmp> conditions) {
        const int number = seccomp_syscall_resolve_name(call);
        if (number == __NR_SCMP_ERROR) return;  // unknown here: it stays forbidden
        if (seccomp_rule_add_array(context_.get(), action, number,
                                   static_cast<unsigned>(conditions.size()),
                                   conditions.begin()) != 0)
            throw std::runtime_error(std::string("seccomp refuses the rule for ") + call);
    }

    std::unique_ptr<void, decltype(&seccomp_release)> context_;
};

/// For computing, reading what is visible, and using existing descriptors.
void allow_computing(Filter& filter) {
    filter.allow({"brk", "mmap", "munmap", "mremap", "mprotect", "madvise", "mincore"});
    filter.allow({"read", "readv", "pread64", "preadv", "close", "lseek", "fstat", "ftruncate",
                  "dup", "dup2", "dup3", "fcntl", "poll", "ppoll", "select", "pselect6"});
    filter.allow({"open", "openat", "stat", "lstat", "newfstatat", "statx", "access", "faccessat",
                  "faccessat2", "readlink", "readlinkat", "getcwd", "getdents64"});
    filter.allow({"recvmsg", "sendmsg", "recvfrom", "sendto"});
    filter.allow({"rt_sigaction", "rt_sigprocmask", "rt_sigreturn", "sigaltstack", "futex",
                  "set_tid_address", "set_robust_list", "rseq", "arch_prctl", "restart_syscall",
                  "exit", "exit_group"});
    filter.allow({"clock_gettime", "clock_getres",
                  "gettimeofday",  "time",
                  "nanosleep",     "clock_nanosleep",
                  "getrandom",     "getrlimit",
                  "getrusage",     "times",
                  "uname",         "sysinfo",
                  "sched_yield",   "sched_getaffinity",
                  "getpid",        "gettid",
                  "getppid",       "getuid",
                  "geteuid",       "getgid",
                  "getegid",       "getpgrp",
                  "getpgid"});
    filter.allow("prlimit64", {SCMP_A0(SCMP_CMP_EQ, 0), SCMP_A2(SCMP_CMP_EQ, 0)});  // reading
    filter.allow("prctl", {SCMP_A0(SCMP_CMP_EQ, PR_SET_NAME)});
    const auto self = static_cast<scmp_datum_t>(getpid());
    filter.allow("kill", {SCMP_A0(SCMP_CMP_EQ, self)});
    filter.allow("tgkill", {SCMP_A0(SCMP_CMP_EQ, self)});  // used by abort() and raise()
    filter.fail("clone3", ENOSYS);  // its flags are in memory; libc falls back to clone
}

/// Not to the grader's socket, which takes packets from send(): a program that redirects a FILE of
/// the library to it could answer in the runner's name. A script on a device answers for itself by
/// any call it likes. It has closed the socket for the compilers that it starts, in which the
/// number means another file.
void allow_writing(Filter& filter, const Policy& policy) {
    const bool has_channel = std::ranges::count(policy.inherited, channel_fd) > 0 &&
                             static_cast<Profile>(policy.profile) != Profile::device_script;
    for (const char* call : {"write", "writev", "pwrite64", "pwritev"})
        if (has_channel)
            filter.allow(call, {SCMP_A0_32(SCMP_CMP_NE, channel_fd)});
        else
            filter.allow({call});
}

/// Allows executing this program, once: no descriptor that it opens can have this number.
void allow_start(Filter& filter) {
    filter.allow("execveat", {SCMP_A0(SCMP_CMP_EQ, program_fd)});
}

void allow_terminal_question(Filter& filter) {
    filter.allow("ioctl", {SCMP_A1(SCMP_CMP_EQ, TCGETS)});
}

void allow_processes(Filter& filter) {
    constexpr scmp_datum_t namespaces = CLONE_NEWNS | CLONE_NEWUSER | CLONE_NEWPID | CLONE_NEWNET |
                                        CLONE_NEWIPC | CLONE_NEWUTS | CLONE_NEWCGROUP;
    filter.allow("clone", {SCMP_A0(SCMP_CMP_MASKED_EQ, namespaces, 0)});
    filter.allow({"fork", "vfork", "execve", "wait4", "waitid", "pipe", "pipe2", "chdir"});
    filter.allow({"rt_sigsuspend"});  // a shell waits with it for what runs in the background
}

void allow_compiling(Filter& filter) {
    allow_processes(filter);
    filter.allow({"unlink",    "unlinkat", "rename",    "renameat",  "renameat2",       "mkdir",
                  "mkdirat",   "rmdir",    "creat",     "chmod",     "fchmod",          "fchmodat",
                  "umask",     "truncate", "fallocate", "utimensat", "copy_file_range", "sendfile",
                  "fadvise64", "flock",    "fchdir",    "statfs",    "fstatfs",         "getdents",
                  "fsync",     "fdatasync"});
    filter.allow({"setrlimit", "eventfd2", "memfd_create", "getgroups", "getsid"});
    filter.allow("prlimit64", {SCMP_A0(SCMP_CMP_EQ, 0)});  // the driver of g++ asks for stack
    allow_terminal_question(filter);
}

void allow_driver(Filter& filter) {
    filter.allow({"ioctl",
                  "eventfd2",
                  "epoll_create1",
                  "epoll_ctl",
                  "epoll_wait",
                  "epoll_pwait",
                  "memfd_create",
                  "mlock",
                  "mlock2",
                  "munlock",
                  "msync",
                  "membarrier",
                  "get_mempolicy",
                  "set_mempolicy",
                  "mbind",
                  "sched_getparam",
                  "sched_getscheduler",
                  "sched_setaffinity",
                  "sched_get_priority_max",
                  "sched_get_priority_min",
                  "get_robust_list",
                  "statfs",
                  "fstatfs",
                  "getcpu"});
    // The driver passes its own descriptors through an abstract socket.
    filter.allow("socket", {SCMP_A0(SCMP_CMP_EQ, AF_UNIX)});
    filter.allow(
        {"bind", "listen", "accept", "accept4", "getsockname", "setsockopt", "getsockopt"});
    // The driver also needs a cache; Landlock allows one in the scratch folder.
    filter.allow({"mkdir", "unlink", "symlink", "rename"});
}

void allow_threads(Filter& filter) {
    filter.allow("clone", {SCMP_A0(SCMP_CMP_MASKED_EQ, CLONE_THREAD, CLONE_THREAD)});
    filter.allow({"pipe", "pipe2"});
}

/// Libraries use caches and temporary files; Landlock allows them in the scratch folder.
void allow_temporary_files(Filter& filter) {
    filter.allow({"mkdir", "unlink", "rename", "rmdir", "umask", "statfs", "fstatfs"});
}

/// compute-sanitizer communicates with the program that it watches through named pipes in the
/// scratch folder and an abstract socket, and checks whether the program is alive.
void allow_watching(Filter& filter) {
    filter.allow("mknod", {SCMP_A1(SCMP_CMP_MASKED_EQ, S_IFMT, S_IFIFO)});
    filter.allow("mknodat", {SCMP_A2(SCMP_CMP_MASKED_EQ, S_IFMT, S_IFIFO)});
    filter.allow({"connect", "shutdown", "timerfd_create", "timerfd_settime", "rmdir"});
    filter.allow("kill", {SCMP_A1(SCMP_CMP_EQ, 0)});
    filter.allow("prctl", {SCMP_A0(SCMP_CMP_EQ, PR_SET_CHILD_SUBREAPER)});
}

}  // namespace

void apply_seccomp(const Policy& policy) {
    Filter filter;
    allow_computing(filter);
    allow_writing(filter, policy);
    switch (static_cast<Profile>(policy.profile)) {
        case Profile::lab:
            allow_start(filter);
            allow_terminal_question(filter);
            break;
        case Profile::device:
            allow_start(filter);
            allow_threads(filter);
            allow_driver(filter);
            break;
        case Profile::script:
            allow_start(filter);
            allow_terminal_question(filter);
            allow_threads(filter);
            allow_temporary_files(filter);
            filter.allow("ioctl", {SCMP_A1(SCMP_CMP_EQ, FIOCLEX)});  // for each file that it opens
            break;
        case Profile::device_script:
            allow_compiling(filter);
            allow_driver(filter);
            break;
        case Profile::tool:
            allow_processes(filter);
            allow_driver(filter);
            allow_watching(filter);
            break;
        case Profile::compile:
            allow_compiling(filter);
            break;
    }
    filter.load();
}

}  // namespace grader::sandbox::confine
