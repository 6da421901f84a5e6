// The supervisor of one program. The grader starts it (in bubblewrap as the first process). It is
// trusted, and as small as possible. It reports how the program really ended, and nothing that the
// program started outlives it. The policy says what the program may do.
#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <exception>
#include <filesystem>
#include <fstream>
#include <string>

#include "packet.hpp"
#include "sandbox/confine/program.hpp"
#include "sandbox/policy.hpp"

namespace {

using namespace grader::sandbox;

std::string read_all(int fd) {
    std::string text;
    char buffer[512];
    ssize_t n;
    while ((n = read(fd, buffer, sizeof buffer)) > 0)
        text.append(buffer, static_cast<std::size_t>(n));
    return text;
}

void kill_all(pid_t program) {
    kill(-program, SIGKILL);
    kill(program, SIGKILL);
}

// Kills and reaps what the program has left. Its process group has been killed. A process that left
// the group, as an unconfined one may, became our child when its parent died.
void end_orphans() {
    pid_t reaped;
    while ((reaped = waitpid(-1, nullptr, WNOHANG)) >= 0) {
        if (reaped > 0) continue;
        std::ifstream children("/proc/thread-self/children");
        for (pid_t child; children >> child;) kill(child, SIGKILL);
        usleep(200);
    }
}

// The program remains a zombie until wait4 below, so that its pid is not reused.
void watch(pid_t program) {
    sigset_t child_signal;
    sigemptyset(&child_signal);
    sigaddset(&child_signal, SIGCHLD);
    const timespec moment{1, 0};
    for (;;) {
        siginfo_t info{};
        waitid(P_PID, static_cast<id_t>(program), &info, WEXITED | WNOHANG | WNOWAIT);
        if (info.si_pid == program) return;
        pollfd request{supervisor_socket, POLLIN, 0};
        sigset_t none;
        sigemptyset(&none);
        if (ppoll(&request, 1, &moment, &none) > 0) {  // a kill, or the grader is gone
            kill_all(program);
            waitid(P_PID, static_cast<id_t>(program), &info, WEXITED | WNOWAIT);
            return;
        }
    }
}

End finish(pid_t program) {
    End end;
    rusage usage{};
    kill(-program, SIGKILL);
    wait4(program, &end.status, 0, &usage);
    end_orphans();
    rusage total{};
    getrusage(RUSAGE_CHILDREN, &total);
    const auto microseconds = [](timeval t) { return t.tv_sec * 1'000'000ull + t.tv_usec; };
    end.cpu_microseconds = microseconds(total.ru_utime) + microseconds(total.ru_stime);
    end.peak_resident = static_cast<std::uint64_t>(usage.ru_maxrss) << 10;
    return end;
}

int supervise(kit_io::Packet request) {
    const Policy policy = decode_policy(request.text);
    kit_io::Pipe report = kit_io::make_pipe();
    sigset_t child_signal;
    sigemptyset(&child_signal);
    sigaddset(&child_signal, SIGCHLD);
    sigprocmask(SIG_BLOCK, &child_signal, nullptr);
    signal(SIGCHLD, [](int) {});  // interrupts ppoll, the only place where it is not blocked

    const pid_t supervisor = getpid();
    const pid_t program = fork();
    if (program == 0)
        confine::become_program(policy, request.descriptors, report.writer.get(), supervisor);
    report.writer.close();
    request.descriptors.clear();
    const std::string failure = program < 0 ? "cannot fork" : read_all(report.reader.get());
    if (!failure.empty()) {
        kit_io::send_packet(supervisor_socket, "failed: " + failure);
        return 1;
    }
    kit_io::send_packet(supervisor_socket, "started");
    watch(program);
    const End end = finish(program);
    std::error_code ignored;  // the grader may be gone, and nobody else would remove it
    if (!policy.own_scratch.empty()) std::filesystem::remove_all(policy.own_scratch, ignored);
    kit_io::send_packet(supervisor_socket, encode(end));
    return 0;
}

}  // namespace

int main() try {
    prctl(PR_SET_DUMPABLE, 0);  // the program may have our user id, and must not inspect us
    prctl(PR_SET_CHILD_SUBREAPER, 1);
    fcntl(supervisor_socket, F_SETFD, FD_CLOEXEC);
    auto request = kit_io::receive_packet(supervisor_socket);
    return request ? supervise(std::move(*request)) : 1;
} catch (const std::exception& error) {
    kit_io::send_packet(supervisor_socket, std::string("failed: ") + error.what());
    return 1;
}
