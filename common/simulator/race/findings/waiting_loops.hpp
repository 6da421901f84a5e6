// Source lines with a loop that waits. simcc finds them, and cusim::WaitingLoop registers them
// before main.
#pragma once

namespace cusim::race {

// Whether the access at `pc` is on such a line. Reads debug information, which needs more stack
// than a simulated thread has: call it between launches only.
bool is_in_waiting_loop(const void* pc);

}  // namespace cusim::race
