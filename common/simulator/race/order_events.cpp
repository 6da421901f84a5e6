// Order between threads of a block and between blocks without a barrier: warp barriers, fences,
// atomics.
#include <algorithm>
#include <cstring>

#include "simulator/race/check.hpp"
#include "simulator/race/events.hpp"
#include "simulator/race/findings/same_value.hpp"
#include "simulator/race/findings/unwritten.hpp"
#include "simulator/race/findings/volatile_flags.hpp"
#include "simulator/race/order/epochs.hpp"
#include "simulator/race/order/happens_before.hpp"
#include "simulator/race/order/vector_clock.hpp"
#include "simulator/race/shadow/site_cache.hpp"
#include "simulator/trace/warp_log.hpp"

namespace cusim::race {

namespace {

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

// What the thread has done and knows so far, to be released to others in `scope`.
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

namespace {

void note_atomic(const ThreadClock& actor, Address address) {
    BlockClock& block = *actor.block;
    block.last_atomic = address;
    block.last_atomic_thread = actor.thread;
    block.last_atomic_barriers = block.barriers;
}

// Releases to those who acquire at `address` later: what the running thread has fenced, or
// everything it has done if `order` is a release.
void release(Address address, Scope scope, Atomic atomic, Order order) {
    ThreadClock& me = *running_thread;
    note_atomic(me, address);
    const ReleaseLogs::Writer writer{me.block->linear, me.thread, atomic == Atomic::store};
    release_logs().written(address, writer);
    for (const VectorClock* vector : {me.vector.get(), me.block->vector.get()})
        if (vector) release_logs().release(address, writer, *vector, scope);
    if (order != Order::release && order != Order::acquire_release) return;
    trace::drain_reads(me, *me.block);  // before its clock moves
    release_logs().release(address, writer, snapshot_of(me, scope), scope);
    me.epoch = private_epoch(me);
}

// The part of a clock to which an atomic of this order adds what was released at its address.
Acquired VectorClock::*acquired_by(Order order) {
    switch (order) {
        case Order::look:
            return &VectorClock::seen;
        case Order::relaxed:
        case Order::release:
            return &VectorClock::seen_relaxed;
        default:
            return &VectorClock::acquired;
    }
}

void acquire(Address address, Order order) {
    ThreadClock& me = *running_thread;
    note_atomic(me, address);
    const auto [log, version] = release_logs().position(address);
    if (version == 0) return;
    if (me.block->vector && me.block->vector->acquired.has(log, version)) return;
    trace::drain_reads(me, *me.block);  // before its clock moves
    const auto acquired = acquired_by(order);
    if ((vector_of(me).*acquired).add(log, version))
        (arriving_at(*me.block).*acquired).add(log, version);
}

// A quick test that may return true for ordered accesses: looks only for a barrier or the end of a
// launch in between.
bool is_unordered(const ThreadClock& me, PastAccess past) {
    if (past.epoch() <= grid_epoch) return false;
    if (past.epoch() == me.epoch) return past.thread() != me.thread;
    const EpochInfo* const info = epochs().find(past.epoch());
    return info && info->block != me.block->linear;
}

// Whether the cell knows two unordered updates of this word, of which ours replaces the later one.
bool replaces_latest_update(const ThreadClock& me, Address word, const SiteEntry& site,
                            std::uint32_t size) {
    const Cell cell = cell_at(word);
    const LastWrite latest = cell.write;
    const OtherAccess other = cell.other;
    const auto is_update = [&](PastAccess half, AccessKind kind) {
        return half.epoch() >= site.birth && kind == AccessKind::atomic &&
               (half.site() == site.site || trace::site_info(half.site()).size == size);
    };
    if (!is_update(latest, latest.kind()) || !is_update(other, other.kind())) return false;
    if (!other.is_write() || !is_unordered(me, other)) return false;
    cell.write.bits = PastAccess::of(me.epoch, me.thread, site.site).bits;
    cell.write.set_kind(AccessKind::atomic);
    cell.write.set_initialised(15);
    return true;
}

// The fast path for the usual atomic, which many threads execute on the same word, without fences.
bool is_one_more_update(ThreadClock& me, Address a, std::uint32_t size, const void* pc) {
    const SiteEntry& site = site_cache.entry(pc, trace::Op::update);
    if (site.key != site_cache.key(pc, trace::Op::update) || a - site.base >= site.limit)
        return false;
    if (size % 4 != 0 || (a & (size - 1)) != 0) return false;
    if (me.vector || me.block->vector || !release_logs().empty()) return false;
    for (Address word = a; word < a + size; word += 4)
        if (!replaces_latest_update(me, word, site, size)) return false;
    me.latest_atomic = site.site;
    me.unwritten_result = 0;
    note_atomic(me, a);
    trace::append(trace::access_record(site.site, a));
    return true;
}

trace::Op op_of(Atomic atomic) {
    constexpr trace::Op ops[] = {trace::Op::read, trace::Op::write, trace::Op::update};
    return ops[static_cast<int>(atomic)];
}

void note_result_used() {
    trace::site_info(running_thread->latest_atomic).result_used = true;
}

void note_result_looked_at() {
    note_result_used();
    trace::site_info(running_thread->latest_atomic).looked_at = true;
}

// The record of the running lane's latest access before `at`; nullptr if there is none behind a few
// marks. `branches` counts the basic blocks in between.
const trace::Record* access_before(const trace::Record* at, unsigned& branches) {
    constexpr unsigned most_marks = 8;
    for (unsigned i = 0; i <= most_marks && at != trace::running_log->begin(); ++i) {
        if (!trace::is_mark(*--at)) return at;
        branches += trace::tag_of(*at) == std::uint16_t(trace::Mark::block);
    }
    return nullptr;
}

// Recognises `if (*top > 0) atomicSub(top, 1)`: the read before this atomic is its guard, unless it
// polls. In `s = *sum; if (first) atomicAdd(sum, s)` the value read is itself what is added.
void note_guard(Address a, const AtomicForm& form, unsigned size) {
    if (!trace::log_next) return;
    unsigned branches = 0;
    const trace::Record* const read = access_before(trace::log_next, branches);
    if (!read || branches == 0 || trace::address_of(*read) != a) return;
    trace::SiteInfo& info = trace::site_info(trace::tag_of(*read));
    if (info.op != trace::Op::read) return;
    info.guards = true;
    const trace::Record* const earlier = access_before(read, branches);
    info.polls |= earlier && *earlier == *read;
    if (!form.operand) return;
    const bool same = std::memcmp(reinterpret_cast<const void*>(a), form.operand, size) == 0;
    (same ? info.feeds : info.feeds_not) = true;
}

// A read with whose value a compare-and-swap may compare; `site` 0: there is none. `ahead`: other
// accesses of the thread, or branches, are between the two.
struct Guess {
    trace::SiteId site = 0;
    bool ahead = false;
};

// Recognises `guess = *sum; atomicCAS(sum, guess, …)`: the thread's latest access to the location,
// a few accesses back, is a read.
Guess read_before(Address a) {
    constexpr unsigned most_accesses = 4;
    unsigned branches = 0;
    const trace::Record* at = trace::log_next;
    for (unsigned i = 0; at && i < most_accesses; ++i) {
        at = access_before(at, branches);
        if (!at || trace::address_of(*at) != a) continue;
        const trace::SiteId site = trace::tag_of(*at);
        if (trace::site_info(site).op != trace::Op::read) break;
        return {site, i > 0 || branches > 0};
    }
    return {};
}

// Hardly ever does another thread run between the read and the compare-and-swap, so the location
// still holds the value read.
void note_guess(const Guess& guess, const void* location, const AtomicForm& form, unsigned size) {
    trace::SiteInfo& info = trace::site_info(guess.site);
    const bool same = std::memcmp(location, form.compared_with, size) == 0;
    (!same ? info.differs : guess.ahead ? info.guesses_ahead : info.guesses) = true;
}

}  // namespace

Order order_of(int memory_order) {
    switch (memory_order) {
        case __ATOMIC_RELAXED:
            return Order::relaxed;
        case __ATOMIC_CONSUME:
        case __ATOMIC_ACQUIRE:
            return Order::acquire;
        case __ATOMIC_RELEASE:
            return Order::release;
        default:
            return Order::acquire_release;
    }
}

FenceOrder fence_order_of(int memory_order) {
    if (memory_order == __ATOMIC_CONSUME || memory_order == __ATOMIC_ACQUIRE)
        return FenceOrder::acquire;
    return memory_order == __ATOMIC_RELEASE ? FenceOrder::release : FenceOrder::both;
}

void atomic_result_used() {
    if (!running_thread) return;
    note_result_looked_at();
    take_unwritten_result(*running_thread);
}

void atomic_access(const void* pointer, std::uint32_t size, Scope scope, Atomic atomic,
                   const AtomicForm& form, const void* pc) {
    const auto a = reinterpret_cast<Address>(pointer);
    if (running_thread && atomic == Atomic::update && scope != Scope::block &&
        is_one_more_update(*running_thread, a, size, pc))
        return;
    settle_same_value();
    if (!running_thread) return;
    note_guard(a, form, size);
    const Guess guess = form.compared_with ? read_before(a) : Guess{};
    const trace::Op op = op_of(atomic);
    const trace::SiteId site = trace::intern(pc, op, size);
    running_thread->latest_atomic = site;
    trace::site_info(site).on_shared = form.on_shared;
    trace::site_info(site).exchanges = form.overwrites;
    if (form.result_used) note_result_used();
    running_thread->unwritten_result = 0;
    const auto kind = scope == Scope::block ? AccessKind::atomic_block : AccessKind::atomic;
    // Acquire first: what the atomic acquires may order its own access.
    if (atomic != Atomic::store) acquire(a, form.order);
    check_thread_access({.address = a,
                         .size = size,
                         .alignment = size,
                         .op = op,
                         .kind = kind,
                         .pc = pc,
                         .overwrites = form.overwrites});
    if (guess.site) note_guess(guess, pointer, form, size);
    if (atomic != Atomic::load) release(a, scope, atomic, form.order);
}

void release_at(Address where, Scope scope) {
    settle_same_value();
    ThreadClock& me = *running_thread;
    trace::drain_reads(me, *me.block);  // before its clock moves
    VectorClock past;
    (scope == Scope::block ? past.block : past.device).join(snapshot_of(me, scope));
    release_logs().release(where, {me.block->linear, me.thread, false}, past, scope);
    me.epoch = private_epoch(me);
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
}

void volatile_access(Address a, std::uint32_t size, trace::Op op, const void* pc) {
    if (op == trace::Op::read) {
        acquire(a, Order::look);
        note_look(*running_thread, a, pc);
    } else {
        note_volatile_store(*running_thread, a);
    }
    check_thread_access({a, size, size, op, AccessKind::volatile_, pc});
    if (op == trace::Op::write) release(a, Scope::system, Atomic::store, Order::look);
}

}  // namespace cusim::race
