#include "simulator/race/happens_before.hpp"

#include "simulator/race/epochs.hpp"
#include "simulator/race/streams.hpp"
#include "simulator/race/vector_clock.hpp"

namespace cusim::race {

Epoch order_floor = 0;
Epoch grid_epoch = 0;

namespace {

bool ordered_in_block(const Point& now, PastAccess past, const EpochInfo& info) {
    const std::uint32_t thread = past.thread();
    if (info.barriers < now.barriers) return true;
    if (info.copied) return past.epoch() == now.epoch;
    if (thread == now.thread) return true;
    const WarpClock* const warp = now.clock ? now.clock->warp : nullptr;
    if (!warp || !warp->known || thread / 32 != now.thread / 32) return false;
    return (*warp->known)[now.thread % 32][thread % 32] >= past.epoch();
}

// Calls `knows` with the vector clock of the thread and with that of its block, as far as they have
// one, until it says yes.
template <class Knows>
bool any_vector(const Point& now, Knows knows) {
    if (!now.clock) return false;
    for (const VectorClock* vector : {now.clock->vector.get(), now.clock->block->vector.get()})
        if (vector && knows(*vector)) return true;
    return false;
}

bool ordered(const Point& now, const PastAccess past, const bool any_scope) {
    const Epoch epoch = past.epoch();
    if (epoch < now.floor) return true;
    if (!streams().running() || epoch < streams().current().first) return streams().ordered(epoch);
    if (epoch < grid_epoch) return true;

    const EpochInfo* const info = epochs().find(epoch);
    if (!info) return true;
    if (info->block == now.block && ordered_in_block(now, past, *info)) return true;

    const Event event{epoch, info->copied ? copier_of(past.thread()) : past.thread(), info->block,
                      info->barriers};
    return any_vector(now, [&](const VectorClock& vector) {
        return release_logs().covers(vector.acquired, event, now.block, any_scope);
    });
}

}  // namespace

bool ordered_by_atomics(const Point& now, PastAccess past, memory::Address address) {
    const EpochInfo* const info = epochs().find(past.epoch());
    if (!info || !now.clock) return false;
    const BlockClock& mine = *now.clock->block;
    const bool updated = mine.last_atomic == address && (mine.last_atomic_thread == now.thread ||
                                                         mine.last_atomic_barriers < mine.barriers);
    if (updated && info->block != now.block) return true;
    const Event event{past.epoch(), past.thread(), info->block, info->barriers};
    return any_vector(now, [&](const VectorClock& vector) {
        return release_logs().covers_release(vector.acquired, address, event);
    });
}

bool ordered(const Point& now, PastAccess past) {
    return ordered(now, past, false);
}
bool ordered_in_any_scope(const Point& now, PastAccess past) {
    return ordered(now, past, true);
}

std::uint32_t block_of(PastAccess past) {
    const EpochInfo* const info = epochs().find(past.epoch());
    return info ? info->block : no_block;
}

}  // namespace cusim::race
