// Converts readers that the shadow stores by sector into readers stored by word.
#pragma once

#include "simulator/trace/memory_objects.hpp"

namespace cusim::race {

using trace::Epoch;

// Copies the readers of a sector's row into its words' cells. `birth`: the object's; older readers
// are ignored.
void spread_row(memory::Address sector, Epoch birth);

// The same for all rows of the object with which a later access could still race. To be called
// before the words' readers are looked at while no reads are deferred.
void spread_rows(trace::MemoryObject& object);

}  // namespace cusim::race
