// Reads of memory that holds no value. Their findings are held until it is known which of them only
// came too early, because another thread writes that element unordered with the read. Those are
// reported as races; the others as uninitialized_read, even on a line that also races.
#pragma once

#include "simulator/race/access.hpp"
#include "simulator/race/garbage.hpp"
#include "simulator/race/happens_before.hpp"
#include "simulator/trace/memory_objects.hpp"

namespace cusim::race {

// Which of the bytes of a read hold no value: all, one half, or those behind the end of a copy or
// fill.
enum class Gap : std::uint8_t { none, whole, half, end };
// `empty`: the pieces that hold no value.
void note_unwritten(const Point& now, const Access& read, const trace::MemoryObject& object,
                    Gap gap, std::vector<GarbagePiece> empty);

// Whether plain reads of unwritten device memory in the launch that begins are judged when it has
// ended. Their findings are held until then.
void hold_unwritten_reads(bool hold);
// Returns and removes the reads of the latest launch. Returns nothing if they cannot be judged;
// their findings are then no longer held.
std::vector<UnwrittenRead> take_unwritten_reads();
// `read` is a swap, which counts as a read only if its result is used.
void await_unwritten_result(ThreadClock& thread, const Access& read);
// The running thread uses the result.
void take_unwritten_result(ThreadClock& thread);

// `write` races with an earlier read.
void explain_unwritten(const Access& write);

// Puts findings that no race has explained into the outbox: for a block's shared memory when the
// block ends, for everything when the launch ends.
void put_unwritten(memory::Address base = 0, std::size_t size = ~std::size_t{0});

// Reports all findings of the launch so far: reads that no race has explained, and everything
// pending.
void report_findings();

}  // namespace cusim::race
