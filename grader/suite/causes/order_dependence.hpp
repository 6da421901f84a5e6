// A finding for an element of an output that differs when the threads run in another order. The
// suites decide what exceeds rounding; score/ decides what it costs.
#pragma once

#include <span>
#include <string>

#include "suite/calls/answer.hpp"

namespace grader::suite {

struct OrderDifference {
    std::string element;            // "y[3]"
    const Answer* answers[2] = {};  // to one call, in two orders
    std::string values[2] = {};     // of the element, as shown
    bool is_of_order = true;        // otherwise two programs differ in one order, too
};

inline constexpr const char* what_no_call_sets =
    "what no call sets, such as a variable without a value, memory beyond an array, or an address";

/// Whether an error is among them after which any value may result.
bool allow_any_value(std::span<const score::Finding> findings);

class OrderDependence {
  public:
    static constexpr const char* kind = "order_dependence";

    OrderDependence(const std::string& function, const OrderDifference& difference);

    /// `known`: what has been found in calls of the function. If one of these errors can explain
    /// the difference, the finding is only a note, so that one root cause costs points once.
    score::Finding beside(std::span<const score::Finding> known) const;

  private:
    std::string fact_, ending_;
};

}  // namespace grader::suite
