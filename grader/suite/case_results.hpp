// The results of a run's cases so far, and what the cases after them depend on.
#pragma once

#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "score/gate.hpp"
#include "score/result.hpp"
#include "suite/registry.hpp"

namespace grader::suite {

class CaseResults {
  public:
    /// A case that is judged again gets another result. What it did at first still holds: that it
    /// `raced`, and that it `computed` something (score::Done).
    void add(const Registration& registration, const score::CaseResult& result, bool raced,
             bool computed);

    /// Null if the case has no result yet.
    const score::CaseResult* find(const Registration& registration) const;
    /// In the order of their first results.
    std::span<const score::Done> done() const { return done_; }

    /// Whether any case has lost points, possibly until it was judged again.
    bool points_lost() const { return points_lost_; }
    bool has_failed_in_fast(const std::string& rung) const;
    /// Whether a correct case of the rung that names the function has failed.
    bool has_wrong_values(const std::string& rung, std::string_view function) const;

  private:
    std::vector<score::Done> done_;
    std::map<const Registration*, std::size_t> places_in_done_;
    std::map<const Registration*, score::CaseResult> results_;
    bool points_lost_ = false;
};

}  // namespace grader::suite
