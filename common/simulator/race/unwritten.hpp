// Reads of memory that holds no value, kept until it is known which of them merely came too early,
// since another thread writes that element and nothing orders the two. Those are told as the race;
// the rest is a finding of its own, be it on a line that also races.
#pragma once

#include "simulator/race/check.hpp"

namespace cusim::race {

// None of the bytes that `read` wants holds a value, or only one `half` of them does.
void note_unwritten(const ThreadClock& actor, const Access& read, const trace::MemoryObject& object,
                    bool half);

// `write` races with an earlier read.
void explain_unwritten(const Access& write);

// What no race has explained goes into the outbox: of a block's shared memory when the block ends,
// everything when the launch does.
void put_unwritten(memory::Address base = 0, std::size_t size = ~std::size_t{0});

}  // namespace cusim::race
