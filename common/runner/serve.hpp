// The lab program as the grader's child: takes requests from the channel until it closes, performs
// each, leaves records, replies. Knows no expected value and prints nothing.
#pragma once

#include "runner/program.hpp"

namespace runner {

/// Returns the exit status. `channel` is the descriptor KIT_CHANNEL names.
int serve(const Program& program, int channel);

}  // namespace runner
