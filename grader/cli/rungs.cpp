#include "cli/rungs.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <exception>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <utility>
#include <vector>

#include "cli/supervise.hpp"
#include "descriptor.hpp"
#include "report/json.hpp"
#include "score/join.hpp"
#include "suite/registry.hpp"

namespace grader::cli {
namespace {

namespace fs = std::filesystem;

// A child of this process's, which does not outlive what it was started for.
class Child {
  public:
    Child() = default;
    explicit Child(pid_t process) : process_(process) {}
    Child(Child&& other) noexcept : process_(std::exchange(other.process_, none)) {}
    Child& operator=(Child&& other) noexcept {
        std::swap(process_, other.process_);
        return *this;
    }
    ~Child() {
        if (process_ == none) return;
        kill(process_, SIGKILL);
        wait();
    }

    /// For its end; returns what waitpid says of it.
    int wait() {
        int status = 0;
        while (waitpid(process_, &status, 0) < 0 && errno == EINTR) {
        }
        process_ = none;
        return status;
    }

  private:
    static constexpr pid_t none = -1;
    pid_t process_ = none;
};

struct Rung {
    suite::Request request;
    Child judge = {};
    os::Descriptor output = {};
    std::string text = {};
    bool ended = false;
};

std::vector<Rung> rungs_of(const suite::Request& request) {
    const bool on_device = !request.device_program.empty();
    const auto names = on_device ? std::vector<std::string>{""} : suite::rungs_of(request.lab);
    std::vector<Rung> rungs;
    for (const std::string& name : names) {
        auto own = request;
        own.rung = name;
        if (!own.log.empty()) own.log += fmt::format(".{}", rungs.size() + 1);
        rungs.push_back({.request = std::move(own)});
    }
    return rungs;
}

[[noreturn]] void judge(const suite::Request& request, int output, pid_t parent) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent) _exit(1);
    try {
        fs::remove(request.log);
        const std::string line = report::to_line(suite::grade(request));
        for (std::string_view rest = line; !rest.empty();) {
            const auto written = write(output, rest.data(), rest.size());
            if (written <= 0) _exit(1);
            rest.remove_prefix(static_cast<std::size_t>(written));
        }
    } catch (const std::exception& error) {
        std::cerr << error.what() << std::endl;
        _exit(1);
    }
    _exit(0);  // what else this process holds is its parent's
}

void begin(Rung& rung) {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0)
        throw SuperviseError(fmt::format("pipe: {}", std::strerror(errno)));
    rung.output = os::Descriptor(ends[0]);
    const os::Descriptor writer(ends[1]);
    const pid_t parent = getpid();
    const pid_t process = fork();
    if (process < 0) throw SuperviseError(fmt::format("fork: {}", std::strerror(errno)));
    if (process == 0) judge(rung.request, writer.get(), parent);
    rung.judge = Child(process);
}

/// Waits until one of them has said something, and notes what, or that it has ended.
void listen(std::vector<Rung*>& running) {
    std::vector<pollfd> ready;
    for (const Rung* rung : running) ready.push_back({rung->output.get(), POLLIN, 0});
    if (poll(ready.data(), ready.size(), -1) < 0) return;
    for (std::size_t i = 0; i < running.size(); ++i) {
        if (ready[i].revents == 0) continue;
        char buffer[1 << 16];
        const auto count = read(ready[i].fd, buffer, sizeof buffer);
        if (count > 0)
            running[i]->text.append(buffer, static_cast<std::size_t>(count));
        else
            running[i]->ended = true;
    }
}

score::LabResult result_of(Rung& rung) {
    if (const auto trouble = describe_end(rung.judge.wait()); !trouble.empty())
        throw SuperviseError(fmt::format("judging {} {}", rung.request.rung, trouble));
    return report::from_line(rung.text);
}

/// Behind what the log already has.
void move_log(const fs::path& from, const fs::path& to) {
    if (std::ifstream in(from); in && in.peek() != std::ifstream::traits_type::eof())
        std::ofstream(to, std::ios::app) << in.rdbuf();
    fs::remove(from);
}

}  // namespace

score::LabResult grade_rungs(const suite::Request& request, unsigned at_once) {
    auto rungs = rungs_of(request);
    score::LabResult lab;
    lab.lab = request.lab;
    lab.status = score::LabStatus::graded;
    lab.log = request.log.string();
    std::vector<Rung*> running;
    std::size_t begun = 0;
    for (Rung& rung : rungs) {  // their results in this order, whenever they end
        while (!rung.ended) {
            for (; begun < rungs.size() && running.size() < std::max(1u, at_once); ++begun) {
                begin(rungs[begun]);
                running.push_back(&rungs[begun]);
            }
            listen(running);
            std::erase_if(running, [](const Rung* one) { return one->ended; });
        }
        const auto result = result_of(rung);
        if (!request.log.empty()) move_log(rung.request.log, request.log);
        score::join(lab, result);
        if (request.until_first_failure && lab.score < lab.max_score) break;
    }
    return lab;
}

}  // namespace grader::cli
