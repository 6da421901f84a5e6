// Where an access to memory that a thread may not use went: beside which array, to what has been
// freed, to another block's memory, or to the host's.
#pragma once

#include "simulator/race/order/clocks.hpp"
#include "simulator/race/shadow/access.hpp"
#include "simulator/report/findings/finding.hpp"
#include "simulator/trace/memory_objects.hpp"

namespace cusim::race {

/// What is to be reported of it.
report::Finding bad_address(const ThreadClock& me, const Access& access);

/// The array close to which the access lies; nullptr if there is none. `shared`: holds it if it is
/// in shared memory.
const trace::MemoryObject* array_beside(const ThreadClock& me, const Access& access,
                                        trace::MemoryObject& shared);

/// True for literals, tables and vtables of the program, which kernels may read.
bool is_constant_data(memory::Address a, std::size_t size);

}  // namespace cusim::race
