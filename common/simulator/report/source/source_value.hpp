// Evaluates whole-number expressions of the source for one thread.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>

#include "simulator/report/source/source_flow.hpp"

namespace cusim::report {

using Values = std::map<std::string, long, std::less<>>;

class Evaluator {
  public:
    // `known`: values of parameters and of built-in variables ("threadIdx.x"). Local variables of
    // the flow, and constants of the file, are read from the text.
    Evaluator(const SourceTokens& tokens, const Flow& flow, Values known);

    // Returns nullopt if any part is unknown.
    std::optional<long> value(TokenSpan expression) const { return value(expression, {}); }
    // The same with `instead` replacing known values, or adding to them.
    std::optional<long> value(TokenSpan expression, const Values& instead) const;

    const Values& known() const { return known_; }

  private:
    const SourceTokens& tokens_;
    Flow flow_;
    Values known_;
    std::map<std::string, TokenSpan, std::less<>> constants_;
};

}  // namespace cusim::report
