// Finds out whether reads of unwritten shared memory have an effect. Lanes beyond the end of the
// data often read such elements and discard them. The rest of the launch is run again in child
// processes, with other garbage in shared memory. If memory and the launch's end are the same for
// every garbage, there is no effect.
//
// An effect is assumed if no child process can be made (in a sandbox that forbids it), or after too
// many such launches.
#pragma once

#include "simulator/race/shadow/access.hpp"

namespace cusim::race {

// For the launch that begins.
void allow_shared_garbage_trial(bool allowed);

// To be called before running_thread reads unwritten bytes of shared memory.
void try_other_garbage(const Access& read);

// To be called when the launch has ended, with an error or without; a child process ends here.
// Returns true if garbage was read and had no effect.
bool shared_garbage_reached_nothing(bool error);

}  // namespace cusim::race
