// Asynchronous copies: what one reads and writes counts as done by nobody's thread, behind all that
// the thread did before it began the copy, and before nothing until somebody waits. The bytes move
// at once; the shadow remembers them under a number of the copy's own, which no barrier covers.
// Who waits for copies of his own takes their accesses upon himself; who waits at a barrier that
// stands for several threads' copies learns of each.
#pragma once

#include <cstddef>
#include <cstdint>

#include "simulator/race/events.hpp"

namespace cusim::race {

using CopyId = Epoch;  // 0: none

// By running_thread.
CopyId copy_begins();
// Some of its bytes. `size` is a power of two up to 16; `from` nullptr fills with zeros.
void copy_piece(CopyId, void* to, const void* from, std::size_t size, const void* pc);
// The thread that began it has waited.
void own_copy_is_done(CopyId);
// A barrier's phase has ended with it: those who learn what is published at `where` know of it.
void copy_is_done(CopyId, std::uintptr_t where);
// The block ends, and nobody has waited for these.
void abandon_copies(const BlockClock&);

}  // namespace cusim::race
