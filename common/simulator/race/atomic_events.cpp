// Atomics and volatile accesses: what they touch, and what they order.
#include <memory>

#include "simulator/race/atomic_forms.hpp"
#include "simulator/race/check.hpp"
#include "simulator/race/events.hpp"
#include "simulator/race/findings/same_value.hpp"
#include "simulator/race/findings/unwritten.hpp"
#include "simulator/race/findings/volatile_flags.hpp"
#include "simulator/race/order/epochs.hpp"
#include "simulator/race/order/happens_before.hpp"
#include "simulator/race/order/thread_clock.hpp"
#include "simulator/race/order/vector_clock.hpp"
#include "simulator/race/shadow/site_cache.hpp"
#include "simulator/trace/meetings.hpp"
#include "simulator/trace/warp_log.hpp"

namespace cusim::race {

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
    trace::hands_over(me, *me.block, a);
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

void atomic_looks(const void* pointer) {
    if (running_thread)
        trace::looks(*running_thread, *running_thread->block, reinterpret_cast<Address>(pointer));
}

void atomic_result_used() {
    if (!running_thread) return;
    note_result_looked_at();
    if (running_thread->looked_at != 0)
        trace::looks(*running_thread, *running_thread->block, running_thread->looked_at);
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
    running_thread->looked_at = form.order == Order::look ? a : 0;
    if (atomic == Atomic::load) return atomic_looks(pointer);
    trace::hands_over(*running_thread, *running_thread->block, a);
    release(a, scope, atomic, form.order);
}

void volatile_access(Address a, std::uint32_t size, trace::Op op, const void* pc) {
    if (op == trace::Op::read) {
        acquire(a, Order::look);
        note_look(*running_thread, a, pc);
    } else {
        note_volatile_store(*running_thread, a);
    }
    check_thread_access({a, size, size, op, AccessKind::volatile_, pc});
    if (op == trace::Op::read) trace::looks(*running_thread, *running_thread->block, a);
    if (op != trace::Op::write) return;
    trace::hands_over(*running_thread, *running_thread->block, a);
    release(a, Scope::system, Atomic::store, Order::look);
}

}  // namespace cusim::race
