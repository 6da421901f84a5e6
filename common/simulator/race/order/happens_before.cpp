#include "simulator/race/order/happens_before.hpp"

#include <algorithm>

#include "simulator/race/order/epochs.hpp"
#include "simulator/race/order/streams.hpp"
#include "simulator/race/order/vector_clock.hpp"

namespace cusim::race {

Epoch order_floor = 0;
Epoch grid_epoch = 0;
bool orders_are_counted = false;
std::uint64_t reads_of_other_blocks = 0;

void refresh_floor() {
    order_floor = streams().floor(epochs().next());
}

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

// Calls `knows` with the vector clock of the thread, then with that of its block, if they exist,
// until it returns true.
template <class Knows>
bool any_vector(const Point& now, Knows knows) {
    if (!now.clock) return false;
    for (const VectorClock* vector : {now.clock->vector.get(), now.clock->block->vector.get()})
        if (vector && knows(*vector)) return true;
    return false;
}

// Whether the thread has waited for the launch with which its own overlaps, or its block has.
bool has_followed(const Point& now) {
    return now.clock && (now.clock->has_followed || now.barriers > now.clock->block->followed_at);
}

bool is_of_earlier(const Point& now, Epoch epoch) {
    if (epoch < now.floor) return true;
    if (streams().is_overlapped(epoch)) return has_followed(now);
    if (!streams().running() || epoch < streams().current().first) return streams().ordered(epoch);
    return epoch < grid_epoch;
}

bool is_of_running_launch(const Point& now, Epoch epoch) {
    return epoch >= now.floor && streams().running() && epoch >= streams().current().first;
}

// Barriers of a cluster order its blocks even where nothing else orders blocks.
bool are_in_one_cluster(const Point& now, std::uint32_t block) {
    const ClusterClock* const cluster = now.clock ? now.clock->block->cluster : nullptr;
    if (!cluster) return false;
    return std::ranges::any_of(cluster->members,
                               [&](const auto& member) { return member.linear == block; });
}

Event event_of(PastAccess past, const EpochInfo& info) {
    return {past.epoch(), info.copied ? copier_of(past.thread()) : past.thread(), info.block,
            info.barriers};
}

bool acquired(const Point& now, const Event& event, bool any_scope) {
    return any_vector(now, [&](const VectorClock& vector) {
        // First the one that usually tells: the other one may lead to the logs of all blocks.
        return (event.block == now.block &&
                release_logs().covers(vector.acquired_in_block, event, now.block)) ||
               release_logs().covers(vector.acquired, event, now.block, any_scope);
    });
}

bool seen(const Point& now, const Event& event, Acquired VectorClock::*list) {
    return any_vector(now, [&](const VectorClock& vector) {
        return release_logs().covers(vector.*list, event, now.block);
    });
}

}  // namespace

Missing missing_between(PastAccess past, const Point& now) {
    const Epoch epoch = past.epoch();
    if (is_of_earlier(now, epoch)) return Missing::nothing;
    if (!is_of_running_launch(now, epoch)) return Missing::order;
    const EpochInfo* const info = epochs().find(epoch);
    if (!info) return Missing::nothing;  // forgotten, so of an earlier launch
    if (info->block == now.block && ordered_in_block(now, past, *info)) return Missing::nothing;
    const Event event = event_of(past, *info);
    if (acquired(now, event, false)) return Missing::nothing;
    if (seen(now, event, &VectorClock::seen)) return Missing::fence;
    if (seen(now, event, &VectorClock::seen_relaxed)) return Missing::acquire_order;
    return Missing::order;
}

bool ordered_in_any_scope(const Point& now, PastAccess past) {
    const EpochInfo* const info = epochs().find(past.epoch());
    if (!info || !is_of_running_launch(now, past.epoch())) return ordered(now, past);
    return acquired(now, event_of(past, *info), true);
}

bool ordered_by_atomics(const Point& now, PastAccess past, memory::Address address) {
    const EpochInfo* const info = epochs().find(past.epoch());
    if (!info || !now.clock) return false;
    const BlockClock& mine = *now.clock->block;
    const bool updated = mine.last_atomic == address && (mine.last_atomic_thread == now.thread ||
                                                         mine.last_atomic_barriers < mine.barriers);
    if (updated && info->block != now.block) return true;
    const Event event = event_of(past, *info);
    return any_vector(now, [&](const VectorClock& vector) {
        for (const Acquired* known : {&vector.acquired, &vector.seen, &vector.seen_relaxed})
            if (release_logs().covers_release(*known, address, event)) return true;
        return false;
    });
}

bool is_of_block_apart(const Point& now, PastAccess past) {
    if (!is_of_running_launch(now, past.epoch())) return false;
    const EpochInfo* const info = epochs().find(past.epoch());
    return info && info->block != now.block && !are_in_one_cluster(now, info->block);
}

std::uint32_t block_of(PastAccess past) {
    const EpochInfo* const info = epochs().find(past.epoch());
    return info ? info->block : no_block;
}

}  // namespace cusim::race
