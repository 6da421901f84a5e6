// What a whole-number expression of the source comes to for one thread.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>

#include "simulator/report/source_flow.hpp"

namespace cusim::report {

using Values = std::map<std::string, long, std::less<>>;

class Evaluator {
  public:
    // `known` has values of parameters and of the built-in variables ("threadIdx.x"). Locals of
    // the flow, and constants of the file, are read from the text.
    Evaluator(const SourceTokens& tokens, const Flow& flow, Values known);

    // Nothing where a part of it is unknown.
    std::optional<long> value(TokenSpan expression) const { return value(expression, {}); }
    // The same with other values, or further ones.
    std::optional<long> value(TokenSpan expression, const Values& instead) const;

    const Values& known() const { return known_; }

  private:
    const SourceTokens& tokens_;
    Flow flow_;
    Values known_;
    std::map<std::string, TokenSpan, std::less<>> constants_;
};

}  // namespace cusim::report
