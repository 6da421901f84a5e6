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
};

/// `known`: what has been found in calls of the function so far. If one of these errors can explain
/// the difference, the finding is only a note, so that one root cause costs points once.
score::Finding order_dependence(const std::string& function, const OrderDifference& difference,
                                std::span<const score::Finding> known);

}  // namespace grader::suite
