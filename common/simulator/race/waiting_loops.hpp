// Lines of the program that wait in a loop, as simcc found them: cusim::WaitingLoop announces them
// before main.
#pragma once

namespace cusim::race {

// Whether the access at `pc` stands on one of them. Reads debug information, which takes more stack
// than a simulated thread has: to be asked between launches.
bool is_in_waiting_loop(const void* pc);

}  // namespace cusim::race
