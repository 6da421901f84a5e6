// The turns of the loops round a place: which values their counters take, as far as the source
// shows it.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "simulator/report/source/source_value.hpp"

namespace cusim::report {

// A turn of `for (int k = FIRST; CONDITION; k += STEP)`.
struct Turn {
    long value, step;
    TokenSpan condition;
};

class LoopTurns {
  public:
    LoopTurns(const SourceTokens& tokens, const Flow& flow, const Evaluator& evaluator)
        : tokens_(tokens), flow_(flow), evaluator_(evaluator) {}

    // nullopt if the loop has another form, or begins at an unknown value.
    std::optional<Turn> first(const std::string& counter, const Values& values) const;

    // The counters that are in these expressions, or in what their local variables are computed
    // from; the outermost first.
    std::vector<std::string> counters_behind(const std::vector<TokenSpan>& expressions) const;

    // Calls `visit` with the values in each turn of these loops. Returns false if it does, or if
    // there are too many turns, or a loop is not understood.
    bool for_each(const std::vector<std::string>& counters, const Values& values,
                  const std::function<bool(const Values&)>& visit) const;

  private:
    std::optional<long> step_of(const std::string& counter, TokenSpan step,
                                const Values& values) const;

    const SourceTokens& tokens_;
    const Flow& flow_;
    const Evaluator& evaluator_;
};

}  // namespace cusim::report
