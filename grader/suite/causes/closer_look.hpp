// The worst line of a call's launches, in the few lines that a failure message has room for: what
// it costs compared with the least, and which lane accessed what in one of its requests. `grade run
// NN --explain` shows more.
#pragma once

#include <vector>

#include "score/message.hpp"
#include "score/record.hpp"
#include "suite/calls/answer.hpp"

namespace grader::suite {

/// Of these accesses only; by array if no line is wasteful. Empty if there are none, and for
/// launches without a close-up.
score::Lines closer_look(const std::vector<score::Kernel>& launches, const Accesses& accesses);

}  // namespace grader::suite
