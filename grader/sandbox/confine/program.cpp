#include "sandbox/confine/program.hpp"

#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <exception>
#include <stdexcept>
#include <string>

#include "packet.hpp"
#include "sandbox/confine/layers.hpp"
#include "sandbox/sandbox.hpp"

namespace grader::sandbox::confine {
namespace {

// Descriptors are moved above this number while the numbers below are assigned.
constexpr int parking = 512;

[[noreturn]] void fail(const std::string& what) {
    throw std::runtime_error(what + ": " + std::strerror(errno));
}

void make_room_for_descriptors() {
    rlimit files{};
    getrlimit(RLIMIT_NOFILE, &files);
    files.rlim_cur = files.rlim_max;
    setrlimit(RLIMIT_NOFILE, &files);
}

int park(int fd) {
    const int parked = fcntl(fd, F_DUPFD_CLOEXEC, parking);
    if (parked < 0) fail("cannot move a descriptor");
    return parked;
}

// Gives each descriptor its number, and closes everything else below `parking`. Those above are
// closed on execution.
void place_descriptors(const Policy& policy, const std::vector<kit_io::Descriptor>& fds) {
    std::vector<int> numbers{0, 1, 2};
    numbers.insert(numbers.end(), policy.inherited.begin(), policy.inherited.end());
    std::vector<int> parked{
        park(kit_io::Descriptor{open("/dev/null", O_RDONLY | O_CLOEXEC)}.get())};
    for (const kit_io::Descriptor& fd : fds) parked.push_back(park(fd.get()));
    if (parked.size() != numbers.size()) throw std::runtime_error("descriptors do not match");
    for (int fd = 0; fd < parking; ++fd) close(fd);
    for (std::size_t i = 0; i < numbers.size(); ++i)
        if (dup2(parked[i], numbers[i]) < 0) fail("cannot place a descriptor");
}

// If memory runs out, the program is killed before the grader or anything else.
void volunteer_for_the_oom_killer() {
    const kit_io::Descriptor file{open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC)};
    [[maybe_unused]] const ssize_t done = write(file.get(), "1000", 4);  // a courtesy, not a layer
}

void die_with(pid_t supervisor) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != supervisor) _exit(1);
}

// The kernel tells the grader our pid. Continue only when the grader has a handle of this process.
void await_permission(int socket) {
    if (!kit_io::send_packet(socket, "ready") || !kit_io::receive_packet(socket)) _exit(1);
}

std::vector<char*> pointers(const std::vector<std::string>& strings) {
    std::vector<char*> result;
    for (const auto& s : strings) result.push_back(const_cast<char*>(s.c_str()));
    result.push_back(nullptr);
    return result;
}

void open_program(const std::string& path) {
    const kit_io::Descriptor program{open(path.c_str(), O_PATH | O_CLOEXEC)};
    if (!program) fail("cannot open " + path);
    if (dup3(program.get(), program_fd, O_CLOEXEC) < 0) fail("cannot hold " + path);
}

void start(const Policy& policy, const std::vector<kit_io::Descriptor>& fds, int report,
           pid_t supervisor) {
    setsid();
    make_room_for_descriptors();
    const int parked_report = park(report);
    const int socket = park(supervisor_socket);
    try {
        place_descriptors(policy, fds);
        open_program(policy.argv.at(0));
        const kit_io::Descriptor ruleset =
            policy.confined ? prepare_landlock(policy) : kit_io::Descriptor{};
        volunteer_for_the_oom_killer();
        drop_user(policy);
        die_with(supervisor);
        if (chdir(policy.directory.c_str()) != 0) fail("cannot enter " + policy.directory);
        const auto arguments = pointers(policy.argv), environment = pointers(policy.environment);
        signal(SIGCHLD, SIG_DFL);
        sigset_t none;
        sigemptyset(&none);
        sigprocmask(SIG_SETMASK, &none, nullptr);
        apply_landlock(ruleset);
        await_permission(socket);
        set_limits(policy);
        if (policy.confined) apply_seccomp(policy);
        if (policy.confined && !starts_processes(static_cast<Profile>(policy.profile)))
            syscall(SYS_execveat, program_fd, "", arguments.data(), environment.data(),
                    AT_EMPTY_PATH);
        else
            execve(arguments[0], arguments.data(), environment.data());
        fail("cannot execute " + policy.argv[0]);
    } catch (const std::exception& error) {
        const std::string why = error.what();
        if (write(parked_report, why.data(), why.size()) < 0) _exit(1);
    }
}

}  // namespace

void become_program(const Policy& policy, const std::vector<kit_io::Descriptor>& fds, int report,
                    pid_t supervisor) {
    start(policy, fds, report, supervisor);
    _exit(1);
}

}  // namespace grader::sandbox::confine
