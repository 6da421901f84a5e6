// Order between threads of a block and between blocks by warp barriers, fences and barrier objects.
// That by atomics: atomic_events.cpp.
#include <algorithm>
#include <array>
#include <memory>

#include "simulator/race/events.hpp"
#include "simulator/race/findings/same_value.hpp"
#include "simulator/race/order/thread_clock.hpp"
#include "simulator/race/order/vector_clock.hpp"
#include "simulator/trace/meetings.hpp"
#include "simulator/trace/warp_log.hpp"

namespace cusim::race {

namespace {

// Calls `visit(lane, clock)` for the lanes of the mask that have not ended.
template <class Visit>
void for_actors(WarpClock& warp, std::uint32_t mask, Visit visit) {
    for (unsigned lane = 0; lane < 32; ++lane)
        if ((mask >> lane & 1) && warp.lanes[lane]) visit(lane, *warp.lanes[lane]);
}

void share_vectors(WarpClock& warp, std::uint32_t mask) {
    VectorClock all;
    bool any = false;
    for_actors(warp, mask, [&](unsigned, ThreadClock& actor) {
        if (!actor.vector) return;
        all.join(*actor.vector);
        any = true;
    });
    if (any)
        for_actors(warp, mask, [&](unsigned, ThreadClock& actor) { vector_of(actor).join(all); });
}

}  // namespace

void warp_barrier(WarpClock& warp, std::uint32_t mask) {
    settle_same_value();
    for (const ThreadClock* const lane : warp.lanes)
        if (lane) {
            trace::drain_reads(*lane, *lane->block);
            break;
        }
    if (!warp.known) warp.known = std::make_unique<std::array<std::array<Epoch, 32>, 32>>();
    std::array<Epoch, 32> seen{};
    const ThreadClock* any = nullptr;
    for_actors(warp, mask, [&](unsigned lane, ThreadClock& actor) {
        if (actor.barriers != actor.block->barriers) refresh(actor);
        for (unsigned other = 0; other < 32; ++other)
            seen[other] = std::max(seen[other], (*warp.known)[lane][other]);
        seen[lane] = std::max(seen[lane], actor.epoch);
        any = &actor;
    });
    if (!any) return;
    const Epoch next = private_epoch(*any);
    for_actors(warp, mask, [&](unsigned lane, ThreadClock& actor) {
        (*warp.known)[lane] = seen;
        actor.epoch = next;
    });
    share_vectors(warp, mask);
}

namespace {

// A fence acquires what was seen before it.
void acquire_seen(ThreadClock& me, Scope scope) {
    VectorClock& own = vector_of(me);
    VectorClock& arriving = arriving_at(*me.block);
    for (const VectorClock* const looked : {&own, me.block->vector.get()}) {
        if (!looked || !looked->has_seen()) continue;
        own.acquire(*looked, scope);
        arriving.acquire(*looked, scope);
    }
    if (scope != Scope::block) own.seen = own.seen_relaxed = {};
}

void release_past(ThreadClock& me, Scope scope) {
    const Snapshot snapshot = snapshot_of(me, scope);
    VectorClock& own = vector_of(me);
    VectorClock& arriving = arriving_at(*me.block);
    (scope == Scope::block ? own.block : own.device).join(snapshot);
    const bool first = me.fenced_barriers != me.block->barriers;
    (scope == Scope::block ? arriving.block : arriving.device).join(snapshot, first);
    if (first) {
        me.fenced_barriers = me.block->barriers;
        ++me.block->fences;
    }
    me.epoch = private_epoch(me);
}

}  // namespace

void fence(Scope scope, FenceOrder order) {
    settle_same_value();
    if (!running_thread) return;
    ThreadClock& me = *running_thread;
    trace::drain_reads(me, *me.block);  // before its clock moves
    if (order != FenceOrder::release) acquire_seen(me, scope);
    if (order != FenceOrder::acquire) release_past(me, scope);
}

void release_at(Address where, Scope scope) {
    settle_same_value();
    ThreadClock& me = *running_thread;
    trace::drain_reads(me, *me.block);  // before its clock moves
    VectorClock past;
    (scope == Scope::block ? past.block : past.device).join(snapshot_of(me, scope));
    release_logs().release(where, {me.block->linear, me.thread, false}, past, scope);
    me.epoch = private_epoch(me);
    const auto [log, version] = release_logs().position(where);
    trace::arrives_at(log, version, me, *me.block);
}

LogPosition released_at(Address where) {
    const auto [log, version] = release_logs().position(where);
    return {log, version};
}

void acquire(LogPosition released) {
    if (released.version == 0) return;
    settle_same_value();
    ThreadClock& me = *running_thread;
    trace::drain_reads(me, *me.block);  // before its clock moves
    if (vector_of(me).acquired.add(released.log, released.version))
        arriving_at(*me.block).acquired.add(released.log, released.version);
    trace::leaves(released.log, released.version, me, *me.block);
}

}  // namespace cusim::race
