#include "simulator/observe/happens_before.hpp"

#include "simulator/observe/intervals.hpp"
#include "simulator/observe/knowledge.hpp"
#include "simulator/observe/streams.hpp"

namespace cusim::observe {

Interval order_floor = 0;
Interval grid_era = 0;

namespace {

bool same_block_ordered(const Actor& me, const memory::Half past, const IntervalInfo& info) {
    const std::uint32_t thread = past.thread();
    if (thread == me.thread || info.epoch < me.block->epoch) return true;
    const WarpClock* warp = me.warp;
    if (!warp || !warp->known || thread / 32 != me.thread / 32) return false;
    return (*warp->known)[me.thread % 32][thread % 32] >= past.interval();
}

bool ordered(const Actor& me, const memory::Half half, const bool any_scope) {
    const Interval interval = half.interval();
    if (interval < order_floor) return true;
    if (!streams().running() || interval < streams().current().first)
        return streams().ordered(interval);
    if (interval < grid_era) return true;

    const IntervalInfo* info = intervals().find(interval);
    if (!info) return true;
    if (info->block == me.block->linear && same_block_ordered(me, half, *info)) return true;

    const Past past{interval, half.thread(), info->block, info->epoch};
    for (const Knowledge* knowledge : {me.knowledge.get(), me.block->knowledge.get()})
        if (knowledge && logs().covers(knowledge->acquired, past, me.block->linear, any_scope))
            return true;
    return false;
}

}  // namespace

bool ordered_by_atomics(const Actor& me, memory::Half half, memory::Address address) {
    const IntervalInfo* info = intervals().find(half.interval());
    if (!info) return false;
    const BlockClock& mine = *me.block;
    const bool updated = mine.last_atomic == address && (mine.last_atomic_thread == me.thread ||
                                                         mine.last_atomic_epoch < mine.epoch);
    if (updated && info->block != mine.linear) return true;
    const Past past{half.interval(), half.thread(), info->block, info->epoch};
    for (const Knowledge* knowledge : {me.knowledge.get(), me.block->knowledge.get()})
        if (knowledge && logs().covers_publication(knowledge->acquired, address, past)) return true;
    return false;
}

bool ordered(const Actor& me, memory::Half past) {
    return ordered(me, past, false);
}
bool ordered_in_any_scope(const Actor& me, memory::Half past) {
    return ordered(me, past, true);
}

}  // namespace cusim::observe
