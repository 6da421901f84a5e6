// A host access to device memory ends the program, as on a real machine, but not before it is
// told.
#pragma once

namespace cusim::memory {

// Takes over SIGSEGV, on a stack of its own. The program still dies of the signal.
void watch_for_faults();

}  // namespace cusim::memory
