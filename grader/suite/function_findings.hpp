// The findings of a run, by the function that was called, and which case has found them.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "score/record.hpp"
#include "suite/calls/answer.hpp"
#include "suite/causes/order_dependence.hpp"
#include "suite/registry.hpp"

namespace grader::suite {

class FunctionFindings {
  public:
    void keep(const std::string& function, std::span<const score::Finding> findings,
              const Registration& by);
    void note_order_dependence(const std::string& function, const OrderDifference& difference,
                               const Registration& by);
    /// As score::retell and score::add_witnesses, in a call of the case `by`. What a hidden case
    /// saw is told only of findings that no other case has.
    void retell(const std::string& function, std::span<const score::Finding> better,
                const Registration& by);
    void add_witnesses(const std::string& function, std::span<const score::Finding> seen_again,
                       const Registration& by);
    /// What other cases have found, too, stays with the number of times that they have.
    void forget(const Registration& by);

    /// Of every function if the name is empty. What costs points is an error: so is an uneven
    /// barrier where barriers must be even.
    std::vector<score::Finding> of(std::string_view function) const;
    /// From now on, threads that miss a barrier because they have returned are an error.
    void require_even_barriers(const std::string& function);
    /// Fails the case, with the share of its points that the errors leave.
    void expect_none(std::string_view function) const;
    /// The failure if there is an error of a kind that no case under correct or safe has found.
    std::optional<CaseFailed> new_error(const std::string& function) const;

  private:
    using Counts = std::map<const Registration*, std::uint64_t>;
    struct OfFunction {
        std::vector<score::Finding> findings;
        std::vector<Counts> counts;  // of each finding, in the calls of each case that has found it
        // Kinds of errors that were found before the function's work was measured.
        std::set<std::string> kinds_before;
        bool barriers_are_even = false;  // required
        std::optional<OrderDependence> order_dependence;
    };

    static void settle_order_dependence(const OfFunction& known,
                                        std::vector<score::Finding>& findings);

    template <typename Improve>
    void improve(const std::string& function, const Registration& by, const Improve& improve);

    std::map<std::string, OfFunction, std::less<>> by_function_;
};

}  // namespace grader::suite
