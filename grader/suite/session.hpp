// One lab program as a confined child, and the calls made of it. Promises the suite for every call
// either an answer that is copied into this process, or a verdict in words: crashed, out of time,
// ended by itself, answered garbage. After a verdict the next call gets a fresh child, so that one
// bad call costs no other. What the answer is worth is judged by the suite.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <variant>
#include <vector>

#include "runner/channel.hpp"
#include "sandbox/child.hpp"
#include "suite/answer.hpp"
#include "suite/call.hpp"
#include "suite/memory.hpp"
#include "suite/session_error.hpp"

namespace grader::suite {

/// Why a call has no answer.
struct Verdict {
    enum class Kind { crashed, out_of_time, ended, garbage, refused };
    Kind kind;
    std::string message;                   // a sentence for the student
    std::vector<score::Finding> findings;  // what the program could still say
};

/// A lab program, and for a lab in Python the process of the student's script, which the program
/// calls, with whatever serves it.
struct Started {
    Started(sandbox::Child program) : program(std::move(program)) {}

    std::shared_ptr<void> service;
    std::function<std::string()> trouble;  // of the service's own; says nothing while there is none
    sandbox::Child program;
    std::optional<sandbox::Child> script;
};

/// Starts the lab program in `order` with the given end of its channel.
using Starter = std::function<Started(const std::string& order, int channel)>;

class Session {
  public:
    Session(Starter starter, std::string order, std::chrono::milliseconds call_limit);
    ~Session();

    /// Sends the call; `inputs` are its inputs' memory, which sessions may share.
    void begin(const Call& call, const SharedMemory& inputs);
    /// Waits for the answer to the call begun, and copies it while the program stands still.
    std::variant<Answer, Verdict> end();

    std::variant<Answer, Verdict> call(const Call& call) {
        begin(call, SharedMemory(call.inputs(), SharedMemory::Program::reads));
        return end();
    }

    /// From the request's going out to the reply's coming in, by this process's clock.
    double seconds_of_last_call() const { return seconds_; }
    const std::string& order() const { return order_; }
    /// What the children wrote to their standard output and error, for the log.
    std::string take_output();

  private:
    struct Running;
    struct Pending;
    void start();
    void end_child();
    std::variant<Answer, Verdict> receive();
    runner::Channel::Received wait_for_reply();
    std::variant<Answer, Verdict> read_answer(const std::string& reply);
    Verdict script_is_gone();
    Verdict no_reply(runner::Channel::Trouble trouble);

    Starter starter_;
    std::string order_;
    std::chrono::milliseconds call_limit_;
    std::unique_ptr<Running> running_;
    std::unique_ptr<Pending> pending_;
    std::set<std::string> out_of_time_;  // functions not to be waited for again
    int calls_ = 0;
    std::chrono::steady_clock::time_point begun_;
    double seconds_ = 0;
    std::string output_;
};

}  // namespace grader::suite
