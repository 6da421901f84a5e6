// Reads of memory that holds no value. Their findings are held until it is known which of them only
// came too early, because another thread writes that element unordered with the read. Those are
// reported as races; the others as uninitialized_read, even on a line that also races.
//
// Reading such a value is harmless if it has no effect. Two trials find that out:
//   shared memory   shared_garbage_trial.hpp, during the launch, if no byte of the read holds a
//                   value. If there is no effect, excuse_garbage() makes notes of the findings.
//   device memory   api/trials/garbage_trial.hpp, after the launch, for plain loads. Values that
//                   are only copied have no effect so far; garbage.hpp follows the copies.
// Other reads are not tried: their findings are errors. If a plain load outside of shared memory is
// among them (of managed memory, or behind the end of a copy), the second trial judges no load of
// the launch.
//
// A finding for the second trial is marked `held`: note_unwritten() makes it, explain_unwritten()
// drops it if the read races; otherwise put_unwritten() hands it on, and the recorder keeps it out
// of the report. report::release() lets it be reported: after the trial, if the value was used or
// no trial was possible, or later when a copy is used. If neither happens, it is never reported.
#pragma once

#include "simulator/race/findings/garbage.hpp"
#include "simulator/race/order/happens_before.hpp"
#include "simulator/race/shadow/access.hpp"
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
