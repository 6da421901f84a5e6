// The worst line of a call's launches, in the few lines that a failure message has room for: what
// it costs compared with the least, and which lane accessed what in one of its requests. `grade run
// NN --explain` shows more.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "score/record.hpp"

namespace grader::suite {

/// Words of a complaint that accesses explain nothing of: most of the device is idle.
inline constexpr std::string_view too_few_blocks = "multiprocessors have nothing to do";

/// Each line begins with a newline. Empty if no line costs much more than necessary, and for
/// launches without a close-up. `complaint`: the message that says which count is too high. Only
/// accesses of that kind are shown, and by array if no line is wasteful.
std::string closer_look(const std::vector<score::Kernel>& launches,
                        std::string_view complaint = {});

}  // namespace grader::suite
