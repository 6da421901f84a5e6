// A call whose work counts only if its values are right.
#pragma once

#include <functional>

#include "suite/calls/answer.hpp"
#include "suite/calls/call.hpp"

namespace grader::suite {

/// A call whose counts or failures are examined. `check` fails the case if an answer has wrong
/// values, since work that is not done costs nothing.
struct CheckedCall {
    Call call;
    std::function<void(const Call&, const Answer&)> check;
};

}  // namespace grader::suite
