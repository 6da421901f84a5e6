// A lab program as a confined child process, and calls to it. For every call, the suite gets either
// an answer, copied into this process, or a verdict in words: the program crashed, ran out of time,
// exited, or sent an invalid answer. After a verdict, the next call gets a new child process, so
// that one bad call does not affect others. The suite judges the answer.
#pragma once

#include <chrono>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "runner/channel.hpp"
#include "sandbox/child.hpp"
#include "suite/calls/answer.hpp"
#include "suite/calls/call.hpp"
#include "suite/calls/memory.hpp"
#include "suite/calls/session_error.hpp"

namespace grader::suite {

/// Why a call has no answer.
struct Verdict {
    enum class Kind { crashed, out_of_time, out_of_memory, ended, garbage, refused };
    Kind kind;
    std::string message;                   // a sentence for the student
    std::vector<score::Finding> findings;  // what the program could still report

    /// Another call would take just as long.
    bool used_up_a_limit() const {
        return kind == Kind::out_of_time || kind == Kind::out_of_memory;
    }
};

/// A lab program; for a lab in Python also the process of the student's script, which the program
/// calls, and the service for it.
struct Started {
    Started(sandbox::Child program) : program(std::move(program)) {}

    std::shared_ptr<void> service;
    std::function<std::string()> trouble;  // a failure of the service itself; empty if none
    sandbox::Child program;
    std::optional<sandbox::Child> script;
};

/// Functions that used up a limit, which are not called again, and why. Sessions of one program
/// share it: in another order of threads, or as another device, a call would take just as long.
using UsedUp = std::map<std::string, Verdict>;

/// Starts the lab program in `order`, with the given end of its socket.
using Starter = std::function<Started(const std::string& order, int channel)>;

class Session {
  public:
    /// Findings of `open_hunts`, functions of the lab, come without their remedies.
    Session(Starter starter, std::string order, std::chrono::milliseconds call_limit,
            std::vector<std::string> open_hunts = {},
            std::shared_ptr<UsedUp> used_up = std::make_shared<UsedUp>());
    ~Session();

    /// Starts the program, which makes its device ready meanwhile, instead of at the first call.
    void prepare();
    /// Sends the call. `inputs`: the memory of its inputs, which sessions may share.
    void begin(const Call& call, const SharedMemory& inputs);
    /// Waits for the answer to the call, and copies it while the program is stopped.
    std::variant<Answer, Verdict> end();

    /// Ends the program instead, without an answer.
    void give_up();

    std::variant<Answer, Verdict> call(const Call& call) {
        begin(call, SharedMemory(call.inputs(), SharedMemory::Program::reads));
        return end();
    }

    /// The calls of `function` that the program, or the one that ended last, has got. Nothing if
    /// there are too many to keep.
    std::optional<History> history_of(const std::string& function) const;

    /// From sending the request to receiving the reply, by this process's clock.
    double seconds_of_last_call() const { return seconds_; }
    const std::string& order() const { return order_; }
    /// What the child processes wrote to standard output and error, for the log.
    std::string take_output();

  private:
    struct Running;
    struct Pending;
    void start();
    void end_child();
    void remember(const Call& call);
    void note_used_up(const std::string& function, const std::variant<Answer, Verdict>& result);
    std::variant<Answer, Verdict> receive();
    runner::Channel::Received wait_for_reply();
    std::variant<Answer, Verdict> read_answer(const std::string& reply);
    Remedies remedies() const;
    Verdict script_is_gone();
    Verdict no_reply(runner::Channel::Trouble trouble);

    Starter starter_;
    std::string order_;
    std::chrono::milliseconds call_limit_;
    std::vector<std::string> open_hunts_;
    std::unique_ptr<Running> running_;
    std::unique_ptr<Pending> pending_;
    std::shared_ptr<UsedUp> used_up_;
    struct Kept {
        History calls;
        std::size_t bytes = 0;  // of their inputs
        bool is_complete = true;
    };
    std::map<std::string, Kept> history_;  // by function, since the program was started
    int calls_ = 0;
    std::chrono::steady_clock::time_point begun_;
    double seconds_ = 0;
    std::string output_;
};

}  // namespace grader::suite
