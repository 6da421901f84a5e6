// The two ways in which the shadow remembers readers, by sector and by word, made one.
#pragma once

#include "simulator/trace/memory_objects.hpp"

namespace cusim::race {

using trace::Epoch;

// Tells the words of a sector what its row knows. `birth`: of the place; what is older is nothing.
void spread_row(memory::Address sector, Epoch birth);

// The same for all rows of the place, as far as a later access could still race with them. Whoever
// looks at the words' readers while no reads wait must have asked for that.
void spread_rows(trace::MemoryObject& object);

}  // namespace cusim::race
