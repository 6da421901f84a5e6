// The one question of the race detector: did that access happen before what is done now? Answered
// from the streams' vector clock, the block's barriers, the warp's lane clocks and what was
// acquired through fences and atomics, cheapest first.
#pragma once

#include "simulator/memory/layout.hpp"
#include "simulator/race/clocks.hpp"
#include "simulator/race/shadow.hpp"

namespace cusim::race {

// The "block" of accesses by the host and by copies.
constexpr std::uint32_t no_block = ~0u;

// Every epoch below this one happened before everything that runs now. Kept by the events, read by
// the hooks' fast path.
extern Epoch order_floor;
// The same within the running launch: its first epoch since the latest grid barrier.
extern Epoch grid_epoch;
// Whether what one block of the running launch does to be ordered behind another, by barriers of
// the grid or by fences and atomics, is taken for nothing: so that what needs it shows.
extern bool blocks_are_apart;

// Where whoever makes an access stands in the order when he makes it.
struct Point {
    Epoch epoch = 0;
    std::uint32_t thread = 0;
    std::uint32_t block = no_block;
    std::uint32_t barriers = 0;  // that the block has passed
    Epoch floor = 0;             // as order_floor, when the access was made
    // What it knows of others beyond barriers of block and grid; nullptr if nothing.
    const ThreadClock* clock = nullptr;

    static Point of(const ThreadClock& thread) {
        return {thread.epoch,           thread.thread, thread.block->linear,
                thread.block->barriers, order_floor,   &thread};
    }
};

// What it would take for `past` to have happened before now.
enum class Missing : std::uint8_t {
    nothing,
    fence,          // behind the read of the flag, lock or ticket that says it has
    acquire_order,  // the same, where the read is by an atomic whose order does not acquire
    order,          // of any kind
};
Missing missing_between(PastAccess past, const Point& now);
inline bool ordered(const Point& now, PastAccess past) {
    return missing_between(past, now) == Missing::nothing;
}
// Is an atomic at `address` ordered by what atomics there say themselves? So it is if it released
// what the running thread acquired: others' tickets precede the last one's reset. And where the
// thread (or, before a barrier, its block) has just updated that word itself, no other order is
// possible: if a fence is missing, that is reported of the data that it should have carried.
bool ordered_by_atomics(const Point& now, PastAccess past, memory::Address address);
// As `ordered`, if every fence and atomic had the device's scope.
bool ordered_in_any_scope(const Point& now, PastAccess past);

// Of the block that made it; no_block for the host, for copies, and where it is forgotten.
std::uint32_t block_of(PastAccess past);

}  // namespace cusim::race
