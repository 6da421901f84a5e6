// Does what a block read from its shared memory, where nothing had been stored, reach anything?
// Lanes beyond the data often read such elements and drop them. To tell, the rest of the launch is
// run once more in child processes, with other garbage there: where memory ends up the same
// whatever the garbage, and the launch ends in the same way, it reached nothing.
//
// Where no child can be made (a sandbox forbids it), or too many launches ask, it is taken to reach
// something.
#pragma once

#include "simulator/race/access.hpp"

namespace cusim::race {

// Of the launch that begins.
void allow_shared_garbage_trial(bool allowed);

// By running_thread, before it reads bytes of shared memory that hold no value.
void try_other_garbage(const Access& read);

// The launch has ended, with an error or not: a child ends here. True where it was read and reached
// nothing.
bool shared_garbage_reached_nothing(bool error);

}  // namespace cusim::race
