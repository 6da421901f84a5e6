// Objects with virtual functions that the host has made in memory that both sides share: a device
// cannot call them, since they point to the host's table of functions. (A copy to the device
// changes that pointer, memory/host_tables.hpp; here nothing is copied.)
#pragma once

#include "simulator/race/shadow/access.hpp"

namespace cusim::race {

// Whether the running thread looks for a function, in a table of the program's, of such an object.
bool looks_in_hosts_table(const Access& access);

}  // namespace cusim::race
