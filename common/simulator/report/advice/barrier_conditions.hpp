// What keeps threads from a barrier that stands in the source: an `if` round it, a `return` on the
// way to it, or a loop that others have left.
#pragma once

#include <string>

#include "simulator/report/findings/settled.hpp"

namespace cusim::report {

// For a race within a block: the only barriers that could order the two accesses stand in an `if`.
// A complete sentence, or empty.
std::string barrier_in_an_if(const Settled& settled, bool same_warp);

// For threads that wait at the place while others of their block do not come: the `if` round the
// barrier there, or the `return` by which threads leave its function. A complete sentence, or empty
// if neither depends on the thread.
std::string barrier_missed_by(const Settled& settled, const Place& barrier);

// For two threads that wait at different barriers, one of them in a loop that the other has left:
// the loop, its condition, and how often each of the two goes round it if that is known. A complete
// sentence, or empty.
std::string loop_left_before(const Settled& settled);

}  // namespace cusim::report
