// posix_spawn with two pipes. Both are read together, so that neither fills up and blocks the
// command.
#include "simulator/simcc/process.hpp"

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <cstring>

#include "descriptor.hpp"
#include "simulator/simcc/driver_error.hpp"

extern char** environ;

namespace cusim::simcc {
namespace {

/// simcc ignores keyboard interrupts while it waits, so that it can clean up afterwards; its child
/// does not.
class SpawnAttributes {
  public:
    SpawnAttributes() {
        posix_spawnattr_init(&attributes_);
        sigset_t defaults;
        sigemptyset(&defaults);
        for (int signal : {SIGINT, SIGTERM, SIGHUP}) sigaddset(&defaults, signal);
        posix_spawnattr_setsigdefault(&attributes_, &defaults);
        posix_spawnattr_setflags(&attributes_, POSIX_SPAWN_SETSIGDEF);
    }
    ~SpawnAttributes() { posix_spawnattr_destroy(&attributes_); }
    SpawnAttributes(const SpawnAttributes&) = delete;
    SpawnAttributes& operator=(const SpawnAttributes&) = delete;

    const posix_spawnattr_t* get() const { return &attributes_; }

  private:
    posix_spawnattr_t attributes_;
};

pid_t spawn(const std::vector<std::string>& command, const kit_io::Pipe& output,
            const kit_io::Pipe& errors) {
    std::vector<char*> arguments;
    for (const std::string& argument : command)
        arguments.push_back(const_cast<char*>(argument.c_str()));
    arguments.push_back(nullptr);
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_adddup2(&actions, output.writer.get(), STDOUT_FILENO);
    posix_spawn_file_actions_adddup2(&actions, errors.writer.get(), STDERR_FILENO);
    const SpawnAttributes attributes;
    pid_t child = 0;
    const int error =
        posix_spawnp(&child, arguments[0], &actions, attributes.get(), arguments.data(), environ);
    posix_spawn_file_actions_destroy(&actions);
    if (error != 0) throw DriverError("cannot run " + command[0] + ": " + std::strerror(error));
    return child;
}

void collect(const kit_io::Pipe& output, const kit_io::Pipe& errors, Finished& result) {
    std::array<pollfd, 2> ready = {pollfd{output.reader.get(), POLLIN, 0},
                                   pollfd{errors.reader.get(), POLLIN, 0}};
    const std::array<std::string*, 2> texts = {&result.output, &result.errors};
    std::array<char, 1 << 16> buffer;
    while (ready[0].fd >= 0 || ready[1].fd >= 0) {
        if (poll(ready.data(), ready.size(), -1) < 0 && errno != EINTR) break;
        for (std::size_t i = 0; i < ready.size(); ++i) {
            if (ready[i].fd < 0 || !(ready[i].revents & (POLLIN | POLLHUP | POLLERR))) continue;
            const ssize_t count = read(ready[i].fd, buffer.data(), buffer.size());
            if (count > 0) {
                texts[i]->append(buffer.data(), static_cast<std::size_t>(count));
            } else if (count == 0 || errno != EINTR) {
                ready[i].fd = -1;
            }
        }
    }
}

}  // namespace

Finished run_process(const std::vector<std::string>& command) {
    auto output = kit_io::make_pipe();
    auto errors = kit_io::make_pipe();
    const pid_t child = spawn(command, output, errors);
    output.writer.close();
    errors.writer.close();
    Finished result;
    collect(output, errors, result);
    int status = 0;
    while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
    result.status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    return result;
}

}  // namespace cusim::simcc
