// Answers whether an earlier access happened before the current one. Uses, in order of cost, the
// streams' vector clock, the block's barriers, the warp's lane clocks, and what was acquired
// through fences and atomics.
#pragma once

#include "simulator/memory/layout.hpp"
#include "simulator/race/order/clocks.hpp"
#include "simulator/race/shadow/shadow.hpp"

namespace cusim::race {

// The block number of accesses by the host and by copies.
constexpr std::uint32_t no_block = ~0u;

// Every earlier epoch happened before everything that runs now. Maintained by the functions of
// events.hpp; read by the hooks' fast path.
extern Epoch order_floor;
// Recomputes it. To be called after the host waited, or a launch began or ended.
void refresh_floor();
// The running launch's first epoch since its latest grid barrier; every earlier epoch of the launch
// happened before what runs now.
extern Epoch grid_epoch;
// If true, each launch counts the reads for which it needs a barrier of the grid, or fences and
// atomics: those of what another block of it, of another cluster, has stored. Barriers of the grid
// then leave order_floor as it is, so that every such read comes to the check that counts it.
extern bool orders_are_counted;
extern std::uint64_t reads_of_other_blocks;  // in the running launch

// The position of an access in the happens-before order.
struct Point {
    Epoch epoch = 0;
    std::uint32_t thread = 0;
    std::uint32_t block = no_block;
    std::uint32_t barriers = 0;  // that the block has passed
    Epoch floor = 0;             // order_floor at the time of the access
    // What the thread knows of others beyond barriers of block and grid; nullptr if nothing.
    const ThreadClock* clock = nullptr;

    static Point of(const ThreadClock& thread) {
        return {thread.epoch,           thread.thread, thread.block->linear,
                thread.block->barriers, order_floor,   &thread};
    }
};

// What is missing for `past` to have happened before now. The order of the enumerators is used:
// each is a graver lack than the one above it.
enum class Missing : std::uint8_t {
    nothing,
    fence,          // after the read of the flag, lock or ticket that announces it
    acquire_order,  // the same, for an atomic read whose memory order does not acquire
    order,          // any synchronisation
};
Missing missing_between(PastAccess past, const Point& now);
inline bool ordered(const Point& now, PastAccess past) {
    return missing_between(past, now) == Missing::nothing;
}
// Whether the atomics at `address` order themselves. They do if `past` released what the running
// thread acquired: increments by other threads come before the reset by the last one. They also do
// if the thread (or, before a barrier, its block) has just updated that word itself: a missing
// fence is then reported for the data that it should protect.
bool ordered_by_atomics(const Point& now, PastAccess past, memory::Address address);
// As `ordered`, but as if every fence and atomic had device scope.
bool ordered_in_any_scope(const Point& now, PastAccess past);

// Whether `past` is of another block of the running launch, and not of the same cluster.
bool is_of_block_apart(const Point& now, PastAccess past);

// The block that made the access; no_block for the host, for copies, and for forgotten epochs.
std::uint32_t block_of(PastAccess past);

}  // namespace cusim::race
