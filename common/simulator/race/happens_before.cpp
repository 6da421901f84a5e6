#include "simulator/race/happens_before.hpp"

#include "simulator/race/epochs.hpp"
#include "simulator/race/streams.hpp"
#include "simulator/race/vector_clock.hpp"

namespace cusim::race {

Epoch order_floor = 0;
Epoch grid_epoch = 0;

namespace {

bool same_block_ordered(const ThreadClock& me, const PastAccess past, const EpochInfo& info) {
    const std::uint32_t thread = past.thread();
    if (thread == me.thread || info.barriers < me.block->barriers) return true;
    const WarpClock* warp = me.warp;
    if (!warp || !warp->known || thread / 32 != me.thread / 32) return false;
    return (*warp->known)[me.thread % 32][thread % 32] >= past.epoch();
}

bool ordered(const ThreadClock& me, const PastAccess half, const bool any_scope) {
    const Epoch epoch = half.epoch();
    if (epoch < order_floor) return true;
    if (!streams().running() || epoch < streams().current().first) return streams().ordered(epoch);
    if (epoch < grid_epoch) return true;

    const EpochInfo* info = epochs().find(epoch);
    if (!info) return true;
    if (info->block == me.block->linear && same_block_ordered(me, half, *info)) return true;

    const Event past{epoch, half.thread(), info->block, info->barriers};
    for (const VectorClock* vector : {me.vector.get(), me.block->vector.get()})
        if (vector && release_logs().covers(vector->acquired, past, me.block->linear, any_scope))
            return true;
    return false;
}

}  // namespace

bool ordered_by_atomics(const ThreadClock& me, PastAccess half, memory::Address address) {
    const EpochInfo* info = epochs().find(half.epoch());
    if (!info) return false;
    const BlockClock& mine = *me.block;
    const bool updated = mine.last_atomic == address && (mine.last_atomic_thread == me.thread ||
                                                         mine.last_atomic_barriers < mine.barriers);
    if (updated && info->block != mine.linear) return true;
    const Event past{half.epoch(), half.thread(), info->block, info->barriers};
    for (const VectorClock* vector : {me.vector.get(), me.block->vector.get()})
        if (vector && release_logs().covers_publication(vector->acquired, address, past))
            return true;
    return false;
}

bool ordered(const ThreadClock& me, PastAccess past) {
    return ordered(me, past, false);
}
bool ordered_in_any_scope(const ThreadClock& me, PastAccess past) {
    return ordered(me, past, true);
}

}  // namespace cusim::race
