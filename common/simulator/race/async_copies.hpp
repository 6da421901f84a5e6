// Asynchronous copies. The accesses of a copy belong to no thread. They happen after everything
// that the initiating thread did before the copy began, and before nothing until some thread waits
// for the copy. The bytes move at once. The shadow records the accesses under an epoch of the
// copy's own, which no barrier orders. A thread that waits for its own copies takes over their
// accesses as its own. Threads that wait at a barrier object for copies of several threads acquire
// the end of each copy there.
#pragma once

#include <cstddef>
#include <cstdint>

#include "simulator/race/events.hpp"

namespace cusim::race {

// The copy's epoch and, above it, how often that number was in use before; 0: none.
using CopyId = std::uint64_t;

// Begins a copy of running_thread.
CopyId copy_begins();
// Copies `size` bytes, a power of two up to 16. If `from` is nullptr, fills with zeros.
void copy_piece(CopyId, void* to, const void* from, std::size_t size, const void* pc);
// The thread that began the copy has waited for it.
void own_copy_is_done(CopyId);
// The barrier phase to which the copy was bound has ended. Threads that acquire what is released
// at `where` are ordered after the copy.
void copy_is_done(CopyId, std::uintptr_t where);
// Drops the copies of a block that ends before any thread has waited for them.
void abandon_copies(const BlockClock&);

}  // namespace cusim::race
