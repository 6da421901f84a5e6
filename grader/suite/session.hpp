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
#include <stdexcept>
#include <string>
#include <variant>
#include <vector>

#include "runner/channel.hpp"
#include "sandbox/child.hpp"
#include "suite/answer.hpp"
#include "suite/call.hpp"

namespace grader::suite {

/// The grader's own trouble (no memory, the sandbox does not start): no verdict on a submission.
class SessionError : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

/// Why a call has no answer.
struct Verdict {
    enum class Kind { crashed, out_of_time, ended, garbage, refused };
    Kind kind;
    std::string message;                   // a sentence for the student
    std::vector<score::Finding> findings;  // what the program could still say
};

/// Starts the lab program in `order` with the given end of its channel.
using Starter = std::function<sandbox::Child(const std::string& order, int channel)>;

class Session {
  public:
    Session(Starter starter, std::string order, std::chrono::milliseconds call_limit);
    ~Session();

    std::variant<Answer, Verdict> call(const Call& call);

    const std::string& order() const { return order_; }
    /// What the children wrote to their standard output and error, for the log.
    std::string take_output();

  private:
    struct Running;
    struct Exchange;
    void start();
    void end_child();
    std::variant<Answer, Verdict> exchange(const Call& call, runner::Request request);
    Verdict no_reply(const runner::Channel::Received& received, const Exchange& exchange);

    Starter starter_;
    std::string order_;
    std::chrono::milliseconds call_limit_;
    std::unique_ptr<Running> running_;
    std::set<std::string> out_of_time_;  // functions not to be waited for again
    int calls_ = 0;
    std::string output_;
};

}  // namespace grader::suite
