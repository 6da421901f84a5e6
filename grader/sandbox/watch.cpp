#include "sandbox/watch.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>

#include "packet.hpp"
#include "sandbox/resident.hpp"

namespace grader::sandbox {
namespace {

using Clock = std::chrono::steady_clock;
using namespace std::chrono_literals;

// How often memory is checked. In that time, one core can fill some tens of megabytes.
constexpr auto tick = 10ms;
// How long a killed program and its supervisor may take to end.
constexpr auto patience = 5s;

kit_io::Pipe make_pipe() {
    kit_io::Pipe pipe = kit_io::make_pipe();
    fcntl(pipe.reader.get(), F_SETFL, O_NONBLOCK);
    return pipe;
}

std::pair<kit_io::Descriptor, kit_io::Descriptor> make_socket() {
    auto ends = kit_io::make_socket_pair(SOCK_SEQPACKET);
    const int yes = 1;
    const timeval limit{10, 0};  // for a supervisor that never answers
    setsockopt(ends.first.get(), SOL_SOCKET, SO_PASSCRED, &yes, sizeof yes);
    setsockopt(ends.first.get(), SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof limit);
    return ends;
}

// Only async-signal-safe calls are allowed between fork and exec in a program with threads.
[[noreturn]] void become_supervisor(char* const* argv, int socket, int words) {
    const int nowhere = open("/dev/null", O_RDWR);
    const int kept_words = fcntl(words, F_DUPFD, 10);
    const int kept_socket = fcntl(socket, F_DUPFD, 10);
    dup2(nowhere, 0);
    dup2(nowhere, 1);
    dup2(kept_words, 2);
    dup2(kept_socket, supervisor_socket);
    closefrom(supervisor_socket + 1);
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, nullptr);
    char* const environment[] = {nullptr};
    execve(argv[0], argv, environment);
    constexpr char missing[] = "cannot execute ";
    if (write(2, missing, sizeof missing - 1) > 0 && write(2, argv[0], std::strlen(argv[0])) > 0)
        _exit(127);
    _exit(126);
}

pid_t spawn(const std::vector<std::string>& command, int socket, int words) {
    std::vector<char*> argv;
    for (const auto& word : command) argv.push_back(const_cast<char*>(word.c_str()));
    argv.push_back(nullptr);
    const pid_t supervisor = fork();
    if (supervisor == 0) become_supervisor(argv.data(), socket, words);
    if (supervisor < 0) throw SandboxError(std::string("cannot fork: ") + std::strerror(errno));
    return supervisor;
}

kit_io::Descriptor opened_in(int folder, const std::string& name) {
    return kit_io::Descriptor{openat(folder, name.c_str(), O_RDONLY | O_CLOEXEC)};
}

// The state letter in /proc/PID/task/TID/stat, which follows the closing parenthesis of the name.
char state_in(const kit_io::Descriptor& file) {
    char text[256] = {};
    if (!file || pread(file.get(), text, sizeof text - 1, 0) <= 0) return 'X';
    const char* end = std::strrchr(text, ')');
    return end && end[1] ? end[2] : 'X';
}

bool is_halted(char state) {
    return std::strchr("TtXZ", state);
}

}  // namespace

// The members that only the watching thread uses.
class Watch::Running {
  public:
    explicit Running(const Limits& limits)
        : out_pipe(make_pipe()),
          err_pipe(make_pipe()),
          words_pipe(make_pipe()),
          out(std::move(out_pipe.reader), limits.output_kept),
          err(std::move(err_pipe.reader), limits.output_kept),
          words(std::move(words_pipe.reader), 4096) {}
    Running(const Running&) = delete;
    ~Running() {
        if (supervisor <= 0) return;
        ::kill(supervisor, SIGKILL);
        waitpid(supervisor, nullptr, 0);
    }

    /// Gives the supervisor `patience` to end by itself.
    void reap() {
        for (const auto until = Clock::now() + patience; Clock::now() < until;) {
            if (waitpid(supervisor, nullptr, WNOHANG) == supervisor) {
                supervisor = 0;
                return;
            }
            std::this_thread::sleep_for(200us);
        }
    }

    kit_io::Pipe out_pipe, err_pipe, words_pipe;  // writing ends, until handed over
    Output out, err, words;                       // words: messages of bwrap
    Clock::time_point deadline = Clock::time_point::max();
    pid_t supervisor = 0;
    std::optional<End> end;
};

Watch::Watch(Launch launch) : launch_(std::move(launch)), thread_([this] { live(); }) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return started_ || failure_; });
    if (!failure_) return;
    lock.unlock();
    thread_.join();
    std::rethrow_exception(failure_);
}

Watch::~Watch() {
    if (!thread_.joinable()) return;
    kill();
    thread_.join();
}

void Watch::live() {
    std::exception_ptr failure;
    try {
        Running running(launch_.limits);
        start(running);
        run(running);
        finish(running);
    } catch (...) {
        failure = std::current_exception();
    }
    std::error_code ignored;
    if (!launch_.own_scratch.empty()) std::filesystem::remove_all(launch_.own_scratch, ignored);
    settle(failure);
}

void Watch::start(Running& running) {
    auto [here, there] = make_socket();
    socket_ = std::move(here);
    running.supervisor = spawn(launch_.supervisor, there.get(), running.words_pipe.writer.get());
    there.close();
    running.words_pipe.writer.close();
    std::vector<int> fds{running.out_pipe.writer.get(), running.err_pipe.writer.get()};
    fds.insert(fds.end(), launch_.inherited.begin(), launch_.inherited.end());
    const bool asked = kit_io::send_packet(socket_.get(), encode(launch_.policy), fds);
    running.out_pipe.writer.close();
    running.err_pipe.writer.close();
    for (auto reply = asked ? kit_io::receive_packet(socket_.get()) : std::nullopt; reply;
         reply = kit_io::receive_packet(socket_.get())) {
        if (reply->text == "ready") {
            pid_ = reply->sender;
            process_ = kit_io::Descriptor{static_cast<int>(syscall(SYS_pidfd_open, pid_, 0))};
            proc_ = kit_io::Descriptor{open(("/proc/" + std::to_string(pid_)).c_str(),
                                            O_RDONLY | O_DIRECTORY | O_CLOEXEC)};
            memory_ = opened_in(proc_.get(), "statm");
            first_thread_ = opened_in(proc_.get(), "task/" + std::to_string(pid_) + "/stat");
            kit_io::send_packet(socket_.get(), "go");
        } else if (reply->text == "started") {
            running.deadline = Clock::now() + launch_.limits.wall;
            const std::lock_guard lock(mutex_);
            started_ = true;
            changed_.notify_all();
            return;
        } else {
            throw SandboxError(reply->text);
        }
    }
    running.reap();
    running.words.drain();
    throw SandboxError(running.words.text().empty() ? "the supervisor does not start"
                                                    : running.words.text());
}

void Watch::run(Running& running) {
    while (!running.end) {
        pollfd ready[] = {{running.out.fd(), POLLIN, 0},
                          {running.err.fd(), POLLIN, 0},
                          {socket_.get(), POLLIN, 0}};
        poll(ready, 3, static_cast<int>(std::chrono::milliseconds(tick).count()));
        if (ready[0].revents) running.out.drain();
        if (ready[1].revents) running.err.drain();
        if (ready[2].revents) {
            const auto packet = kit_io::receive_packet(socket_.get());
            if (!packet) return;
            if (packet->text != "ready") running.end = decode_end(packet->text);
        }
        if (std::max(running.out.bytes(), running.err.bytes()) > launch_.limits.output_total)
            end_as(How::output);
        if (resident() > launch_.limits.resident) end_as(How::memory);
        if (Clock::now() >= running.deadline) end_as(How::wall_time);
        if (Clock::now() >= running.deadline + patience) return;
    }
}

void Watch::finish(Running& running) {
    running.reap();
    running.out.drain();
    running.err.drain();
    const int status = running.end ? running.end->status : SIGKILL;
    Ended& ended = result_;
    ended.how = cause_.load();
    ended.code = WIFEXITED(status) ? WEXITSTATUS(status) : WTERMSIG(status);
    if (WIFEXITED(status))
        ended.how = How::exited;  // it ended before our kill
    else if (ended.how == How::exited)
        ended.how = How::signalled;
    if (running.end) {
        ended.cpu = std::chrono::microseconds(running.end->cpu_microseconds);
        ended.peak_resident = running.end->peak_resident;
    }
    const bool used_up = ended.code == SIGKILL && ended.cpu >= launch_.limits.cpu;
    if (ended.how == How::signalled && (ended.code == SIGXCPU || used_up))
        ended.how = How::cpu_time;
    ended.out = running.out.text();
    ended.err = running.err.text();
    ended.out_bytes = running.out.bytes();
    ended.err_bytes = running.err.bytes();
}

void Watch::settle(std::exception_ptr failure) {
    const std::lock_guard lock(mutex_);
    if (!started_)
        failure_ = failure;
    else if (failure)
        result_.how = How::killed;
    ended_ = true;
    changed_.notify_all();
}

void Watch::end_as(How how) {
    How none = How::exited;
    cause_.compare_exchange_strong(none, how);
    signal(SIGKILL);
    kit_io::send_packet(socket_.get(), "kill");
}

std::uint64_t Watch::resident() const {
    return starts_processes(static_cast<Profile>(launch_.policy.profile))
               ? resident_bytes_of_family(pid_)
               : resident_bytes(memory_.get());
}

bool Watch::signal(int number) const {
    return syscall(SYS_pidfd_send_signal, process_.get(), number, nullptr, 0) == 0;
}

// Most programs have one thread, whose state is soon read. Only once it is halted, all are looked
// at.
bool Watch::stands_still() const {
    if (!is_halted(state_in(first_thread_))) return false;
    const int tasks = openat(proc_.get(), "task", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (tasks < 0) return true;
    const std::unique_ptr<DIR, int (*)(DIR*)> folder(fdopendir(tasks), closedir);
    while (const dirent* entry = readdir(folder.get()))
        if (entry->d_name[0] != '.' &&
            !is_halted(state_in(opened_in(tasks, std::string(entry->d_name) + "/stat"))))
            return false;
    return true;
}

bool Watch::stop() {
    if (!signal(SIGSTOP)) return false;
    // Takes microseconds if a core is free. Otherwise frequent polling would keep the program from
    // getting one.
    for (auto pause = 20us; !stands_still();
         pause = std::min(2 * pause, std::chrono::microseconds(2ms)))
        std::this_thread::sleep_for(pause);
    const char state = state_in(first_thread_);
    return state == 'T' || state == 't';
}

// In /proc/PID/stat, the state follows the name; user and system time in ticks come eleven fields
// later.
Activity Watch::activity() const {
    const kit_io::Descriptor file{openat(proc_.get(), "stat", O_RDONLY | O_CLOEXEC)};
    char text[1024] = {};
    if (!file || read(file.get(), text, sizeof text - 1) <= 0) return {};
    const char* end = std::strrchr(text, ')');
    char state = 0;
    unsigned long user = 0, system = 0;
    if (!end || std::sscanf(end + 1, " %c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %lu %lu", &state,
                            &user, &system) != 3)
        return {};
    const auto ticks = static_cast<unsigned long>(sysconf(_SC_CLK_TCK));
    return {std::chrono::milliseconds((user + system) * 1000 / ticks),
            state == 'R' || state == 'D'};
}

void Watch::resume() {
    signal(SIGCONT);
}

void Watch::end_time() {
    signal(SIGXCPU);
}

const Ended& Watch::wait() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return ended_; });
    return result_;
}

const Ended* Watch::ended() {
    const std::lock_guard lock(mutex_);
    return ended_ ? &result_ : nullptr;
}

}  // namespace grader::sandbox
