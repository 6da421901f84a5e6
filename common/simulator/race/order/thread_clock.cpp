#include "simulator/race/order/thread_clock.hpp"

#include <memory>

#include "simulator/race/order/epochs.hpp"

namespace cusim::race {

VectorClock& vector_of(ThreadClock& actor) {
    if (!actor.vector) actor.vector = std::make_unique<VectorClock>();
    return *actor.vector;
}

VectorClock& arriving_at(BlockClock& block) {
    if (!block.arriving) block.arriving = std::make_unique<VectorClock>();
    return *block.arriving;
}

Epoch private_epoch(const ThreadClock& actor) {
    return epochs().begin(actor.block->linear, actor.block->barriers);
}

Snapshot snapshot_of(const ThreadClock& actor, Scope scope) {
    Snapshot snapshot;
    snapshot.barriers = actor.block->barriers;
    snapshot.add_thread(actor.thread, actor.epoch);
    if (actor.warp && actor.warp->known) {
        const auto& seen = (*actor.warp->known)[actor.thread % 32];
        for (unsigned lane = 0; lane < 32; ++lane)
            if (seen[lane] && lane != actor.thread % 32)
                snapshot.add_thread(actor.thread / 32 * 32 + lane, seen[lane]);
    }
    for (const VectorClock* const known : {actor.vector.get(), actor.block->vector.get()}) {
        if (!known) continue;
        snapshot.acquired.join(known->acquired);
        if (scope == Scope::block) snapshot.acquired.join(known->acquired_in_block);
    }
    return snapshot;
}

}  // namespace cusim::race
