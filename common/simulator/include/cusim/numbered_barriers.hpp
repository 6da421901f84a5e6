// The runtime functions behind a block's barriers with a number, which inline PTX has
// (bar.sync 1, 64). A barrier is passed the line of its call.
#pragma once

#define CUSIM_HERE const char *file = __builtin_FILE(), int line = __builtin_LINE()

namespace cusim::detail {

// Waits for `threads` threads, or for all threads of the block if that is 0. Returns for how many
// of them the predicate holds.
unsigned int numbered_barrier(unsigned int number, unsigned int threads, bool predicate = false,
                              CUSIM_HERE);
// Counts as one of the threads that the others wait for, and goes on.
void numbered_arrival(unsigned int number, unsigned int threads, CUSIM_HERE);

}  // namespace cusim::detail
#undef CUSIM_HERE
