// Uses one fork, one pipe for input, one for output, and a deadline.
#include "cli/supervise.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstring>
#include <functional>
#include <future>
#include <optional>
#include <utility>

#include "descriptor.hpp"

namespace grader::cli {
namespace {

using Clock = std::chrono::steady_clock;

[[noreturn]] void fail(const char* what) {
    throw SuperviseError(fmt::format("{}: {}", what, std::strerror(errno)));
}

/// In the child, between fork and exec: only async-signal-safe calls are allowed.
[[noreturn]] void become(char* const* argv, int input, int output, int log, pid_t parent) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    // Move the descriptors to high numbers first, so that none is overwritten before it is copied.
    const int free_input = fcntl(input, F_DUPFD_CLOEXEC, 10);
    const int free_output = fcntl(output, F_DUPFD_CLOEXEC, 10);
    const int free_log = fcntl(log, F_DUPFD_CLOEXEC, 10);
    dup2(free_input, STDIN_FILENO);
    dup2(free_log, STDOUT_FILENO);
    dup2(free_log, STDERR_FILENO);
    dup2(free_output, result_descriptor);
    if (getppid() == parent) execv(argv[0], argv);
    _exit(127);
}

pid_t start(const Job& job, const kit_io::Pipe& input, const kit_io::Pipe& output,
            const kit_io::Descriptor& log) {
    std::vector<char*> argv;
    for (const auto& argument : job.argv) argv.push_back(const_cast<char*>(argument.c_str()));
    argv.push_back(nullptr);
    const auto parent = getpid();
    const auto child = fork();
    if (child < 0) fail("fork");
    if (child == 0) {
        become(argv.data(), input.reader.get(), output.writer.get(), log.get(), parent);
    }
    return child;
}

/// Reads to the end of the pipe; returns the reason if it stops earlier.
std::optional<std::string> read_all(const kit_io::Descriptor& from, const Job& job,
                                    std::string& output) {
    const auto deadline = Clock::now() + job.limit;
    char buffer[1 << 16];
    for (;;) {
        const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline - Clock::now());
        if (left.count() <= 0) return fmt::format("did not end within {} s", job.limit.count());
        pollfd ready{from.get(), POLLIN, 0};
        if (poll(&ready, 1, static_cast<int>(left.count())) <= 0) continue;
        const auto count = read(from.get(), buffer, sizeof buffer);
        if (count <= 0) return std::nullopt;
        output.append(buffer, static_cast<std::size_t>(count));
        if (output.size() > job.most_output) {
            return fmt::format("wrote more than {} bytes", job.most_output);
        }
    }
}

/// Closes the pipe at the end, even if there is no rest. The rest fits into the pipe, too, and the
/// pipe has a reader as long as this process does, so no write blocks or raises a signal.
void write_later(const Job& job, kit_io::Descriptor to) {
    kit_io::write_all(to.get(), job.later_input());
}

}  // namespace

std::string describe_end(int status) {
    if (WIFEXITED(status) && WEXITSTATUS(status) == 0) return "";
    if (WIFEXITED(status)) return fmt::format("ended with status {}", WEXITSTATUS(status));
    const int signal = WTERMSIG(status);
    return fmt::format("ended by signal {} ({})", signal, strsignal(signal));
}

Supervised supervise(const Job& job) {
    const kit_io::Descriptor log(
        open(job.log.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_APPEND | O_CLOEXEC, 0644));
    if (!log) fail(job.log.c_str());
    kit_io::Pipe input = kit_io::make_pipe(), output = kit_io::make_pipe();
    // The input fits into the pipe, so it can be written before anyone reads, without blocking.
    if (job.input.size() >= 65536 || !kit_io::write_all(input.writer.get(), job.input)) {
        fail("the input of a helper process");
    }
    const auto child = start(job, input, output, log);
    output.writer.close();
    std::future<void> later;
    if (job.later_input)
        later =
            std::async(std::launch::async, write_later, std::cref(job), std::move(input.writer));
    else
        input.writer.close();
    Supervised result;
    const auto stopped = read_all(output.reader, job, result.output);
    if (stopped) kill(child, SIGKILL);
    int status = 0;
    while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
    if (later.valid()) later.get();
    result.trouble = stopped ? *stopped : describe_end(status);
    return result;
}

}  // namespace grader::cli
