// The lab program as the grader's child process: takes requests from the socket until it closes,
// performs each one, leaves records, and replies. Knows no expected values and prints nothing.
#pragma once

#include "runner/program.hpp"

namespace runner {

/// Returns the exit status. `channel`: the descriptor in KIT_CHANNEL.
int serve(const Program& program, int channel);

}  // namespace runner
