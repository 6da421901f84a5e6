// An element of an output that comes out different when the threads run in another order, as a
// finding. What is beyond rounding is the suites' to judge; what a finding costs, score/'s.
#pragma once

#include <span>
#include <string>

#include "suite/answer.hpp"

namespace grader::suite {

struct OrderDifference {
    std::string element;            // "y[3]"
    const Answer* answers[2] = {};  // to one call, in two orders
    std::string values[2] = {};     // of the element, as they are shown
};

/// `known`: what was found in calls of the function so far. Where an error among them can explain
/// the difference, the finding is a note: one root cause costs points once.
score::Finding order_dependence(const std::string& function, const OrderDifference& difference,
                                std::span<const score::Finding> known);

}  // namespace grader::suite
