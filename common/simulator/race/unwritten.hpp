// Reads of memory that holds no value, kept until it is known which of them merely came too early,
// since another thread writes that element and nothing orders the two. Those are reported as the
// race; the rest is a finding of its own, be it on a line that also races.
#pragma once

#include "simulator/race/access.hpp"
#include "simulator/race/garbage.hpp"
#include "simulator/race/happens_before.hpp"
#include "simulator/trace/memory_objects.hpp"

namespace cusim::race {

// Which of the bytes that a read wants hold no value: all, one half of them, or those from where a
// copy or fill ended.
enum class Gap : std::uint8_t { none, whole, half, end };
// `empty`: the pieces that hold none.
void note_unwritten(const Point& now, const Access& read, const trace::MemoryObject& object,
                    Gap gap, std::vector<GarbagePiece> empty);

// Of the launch that begins: are its plain reads of unwritten device memory judged when it has
// ended? Their findings are held until then.
void hold_unwritten_reads(bool hold);
// Those of the latest launch; then there are none. Nothing where they cannot be judged: their
// findings are no longer held.
std::vector<UnwrittenRead> take_unwritten_reads();
// `read` is a swap: all depends on whether its result is used.
void await_unwritten_result(ThreadClock& thread, const Access& read);
// It is, by the running thread.
void take_unwritten_result(ThreadClock& thread);

// `write` races with an earlier read.
void explain_unwritten(const Access& write);

// What no race has explained goes into the outbox: of a block's shared memory when the block ends,
// everything when the launch does.
void put_unwritten(memory::Address base = 0, std::size_t size = ~std::size_t{0});

// Reports all findings of the launch so far: what no race has explained, and all that is pending.
void report_findings();

}  // namespace cusim::race
