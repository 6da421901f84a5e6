// Closes the runtime's data for writing while a function of the C++ library works for the program.
// Such a function was compiled without hooks, and stores wherever the objects that it is given
// point to: a forged stream buffer would have it rewrite counters.
//
// What is closed: whole pages of the runtime's variables, its heap, shadow memory, and the return
// addresses of the process's stack.
#pragma once

#include "simulator/memory/layout.hpp"

namespace cusim::memory {

// Of shadow memory, where that is mapped.
void close_with_data(Region shadow);

// What else is closed and opened with them, by whoever knows about it; null if nothing.
extern void (*close_more)(bool closed);

void close_data();
// Called with the data closed, too: what it calls stores nothing in them before.
void open_data();
// True for an address in a page that close_data() closes.
bool may_be_closed(Address a);

}  // namespace cusim::memory

// Read by fenced programs (simcc/machine/fence.hpp).
extern "C" volatile bool __cusim_data_closed;
