// The two ways in which the shadow remembers readers, by sector and by word, made one.
#pragma once

#include "simulator/trace/memory_objects.hpp"

namespace cusim::race {

using trace::Epoch;

// Copies what a sector's row knows into its words. `birth`: of the object; what is older is
// nothing.
void spread_row(memory::Address sector, Epoch birth);

// The same for all rows of the object, as far as a later access could still race with them. Whoever
// looks at the words' readers while no reads wait must have asked for that.
void spread_rows(trace::MemoryObject& object);

}  // namespace cusim::race
