// Makes the calls of the case that is judged, in every order of threads, and records what their
// answers show.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "suite/run_state.hpp"

namespace grader::suite {

class CaseCalls {
  public:
    /// The run must outlive this.
    explicit CaseCalls(RunState& run) : run_(run), case_(run.current) {}

    /// In every thread order if the call is small. A large call is made in a single order, which
    /// its sizes determine.
    Outcome make(const Call& call);
    Outcome make_in_every_order(const Call& call);
    bool is_made_in_every_order(const Call& call) const {
        return target().is_made_in_every_order(call);
    }
    /// Whether the function is not called again, since it used up a limit.
    bool has_used_up_a_limit(const std::string& function) const {
        return target().has_used_up_a_limit(function);
    }
    Answer make(const Call& call, std::string_view order);
    /// For timed cases.
    Answer make(const Call& call, const SharedMemory& inputs, Session& session);

    /// For a call that is counted and whose kernels read by atomics: the answer in an order in
    /// which a thread that has read so goes on only when others have read, too. Nothing if no such
    /// call is made.
    std::optional<Answer> make_interleaved(const Call& call, const Answer& made);
    /// Work that is far too slow for its function limits the rung, whatever the call's sizes are:
    /// see value_work.hpp. make() does it for calls whose values a case judges.
    void hold_to_limit(const Call& call, std::span<const Answer> answers);
    /// Whether another program, which gets the calls that came before this one and then this one,
    /// gives the same answer. Nothing if this cannot be found out.
    std::optional<bool> is_given_again(const Call& call, const Answer& answer) const;
    /// The same for the latest call of make, which ended its program with this message.
    std::optional<bool> is_given_again(const Call& call, const score::Message& end) const;
    /// The answers of a program that gets only this call; nothing if one of them is missing.
    std::optional<Outcome> make_alone(const Call& call);
    /// Makes the call again after those that the program has made already, to examine a failure.
    /// Nothing of it is recorded. Returns nothing if it does not complete.
    std::optional<Answer> make_once_more(const Call& call, std::string_view order);

    /// Lets the case continue with larger calls, one of which may explain the failure better.
    /// Throws the failure if none will. `words`: a description of the call.
    void defer(const CaseFailed& failure, const Call& call, const std::string& words);

  private:
    using SessionIn = std::function<Session&(const std::string& order)>;

    Target& target() const { return run_.programs.target(); }
    Outcome make_in(const std::vector<std::string>& orders, const Call& call);
    Answer accept(const Call& call, Session& session, std::variant<Answer, Verdict> result);
    /// For a call that raced: the answer in an order in which the race changes a value, if the
    /// simulator finds one.
    std::optional<Answer> witness(const Call& call, const std::vector<Answer>& answers,
                                  const SessionIn& session_in);
    /// As make_interleaved, for a call that may be counted.
    std::optional<Answer> interleaved(const Call& call, std::span<const Answer> answers,
                                      const SessionIn& session_in, bool is_counted);
    CaseFailed failure_in(const std::string& order, const Call& call, const std::string& message,
                          const std::vector<score::Finding>& findings) const;
    /// For a case that judges values: adds the two answers above to those of a call.
    void add_further_orders(const Call& call, std::vector<Answer>& answers,
                            const SessionIn& session_in);
    /// Those of the target, which go on after the call.
    SessionIn kept_sessions(const Call& call);
    Session& kept_session(const Call& call, const std::string& order);
    std::optional<std::variant<Answer, Verdict>> made_after_the_same(
        const Call& call, const std::string& order, const std::optional<History>& before) const;
    void keep_of(const Call& call, const Answer& answer);
    void keep(const std::string& function, const std::vector<score::Finding>& findings);

    RunState& run_;
    CaseState& case_;
    // By order: what its program had been asked before the latest call of make.
    std::map<std::string, std::optional<History>> before_;
    std::map<std::string, int> fruitless_;  // searches for a witness without result, by function
};

}  // namespace grader::suite
