// Order finer than a block's barriers: warp barriers, fences, atomics.
#include <algorithm>

#include "simulator/observe/check.hpp"
#include "simulator/observe/events.hpp"
#include "simulator/observe/happens_before.hpp"
#include "simulator/observe/intervals.hpp"
#include "simulator/observe/knowledge.hpp"
#include "simulator/observe/order_rules.hpp"
#include "simulator/observe/same_value.hpp"
#include "simulator/observe/warp_log.hpp"

namespace cusim::observe {

namespace {

Knowledge& knowledge_of(Actor& actor) {
    if (!actor.knowledge) actor.knowledge = std::make_unique<Knowledge>();
    return *actor.knowledge;
}

Knowledge& arriving_at(BlockClock& block) {
    if (!block.arriving) block.arriving = std::make_unique<Knowledge>();
    return *block.arriving;
}

Interval private_interval(const Actor& actor) {
    return intervals().begin(actor.block->linear, actor.block->epoch);
}

// Calls `visit(lane, actor)` for the lanes of the mask that still run.
template <class Visit>
void for_actors(WarpClock& warp, std::uint32_t mask, Visit visit) {
    for (unsigned lane = 0; lane < 32; ++lane)
        if ((mask >> lane & 1) && warp.lanes[lane]) visit(lane, *warp.lanes[lane]);
}

// Before the clock of one of its lanes moves.
void settle_reads(const Actor& lane) {
    if (!lane.block->reads_wait || !lane.warp_log) return;
    put_down_log();
    lane.warp_log->settle_reads();
}

void share_knowledge(WarpClock& warp, std::uint32_t mask) {
    Knowledge all;
    bool any = false;
    for_actors(warp, mask, [&](unsigned, Actor& actor) {
        if (!actor.knowledge) return;
        all.join(*actor.knowledge);
        any = true;
    });
    if (any) for_actors(warp, mask, [&](unsigned, Actor& actor) { knowledge_of(actor).join(all); });
}

// What the thread has done and knows so far, in a form that others can be given.
Snapshot snapshot_of(const Actor& actor) {
    Snapshot snapshot;
    snapshot.epochs = actor.block->epoch;
    snapshot.add_thread(actor.thread, actor.interval);
    if (actor.warp && actor.warp->known) {
        const auto& seen = (*actor.warp->known)[actor.thread % 32];
        for (unsigned lane = 0; lane < 32; ++lane)
            if (seen[lane] && lane != actor.thread % 32)
                snapshot.add_thread(actor.thread / 32 * 32 + lane, seen[lane]);
    }
    if (actor.knowledge) snapshot.acquired.join(actor.knowledge->acquired);
    if (actor.block->knowledge) snapshot.acquired.join(actor.block->knowledge->acquired);
    return snapshot;
}

}  // namespace

void warp_barrier(WarpClock& warp, std::uint32_t mask) {
    settle_same_value();
    for (const Actor* const lane : warp.lanes)
        if (lane) {
            settle_reads(*lane);
            break;
        }
    if (!warp.known) warp.known = std::make_unique<std::array<std::array<Interval, 32>, 32>>();
    std::array<Interval, 32> seen{};
    const Actor* any = nullptr;
    for_actors(warp, mask, [&](unsigned lane, Actor& actor) {
        if (actor.epoch != actor.block->epoch) refresh(actor);
        for (unsigned other = 0; other < 32; ++other)
            seen[other] = std::max(seen[other], (*warp.known)[lane][other]);
        seen[lane] = std::max(seen[lane], actor.interval);
        any = &actor;
    });
    if (!any) return;
    const Interval next = private_interval(*any);
    for_actors(warp, mask, [&](unsigned lane, Actor& actor) {
        (*warp.known)[lane] = seen;
        actor.interval = next;
    });
    share_knowledge(warp, mask);
}

void fence(Scope scope) {
    settle_same_value();
    if (!current_actor) return;
    Actor& me = *current_actor;
    settle_reads(me);
    const Snapshot snapshot = snapshot_of(me);
    Knowledge& own = knowledge_of(me);
    Knowledge& arriving = arriving_at(*me.block);
    (scope == Scope::block ? own.block : own.device).join(snapshot);
    const bool first = me.fenced_epoch != me.block->epoch;
    (scope == Scope::block ? arriving.block : arriving.device).join(snapshot, first);
    if (first) {
        me.fenced_epoch = me.block->epoch;
        ++me.block->fences;
    }
    me.interval = private_interval(me);
}

namespace {

void note_atomic(const Actor& actor, Address address) {
    BlockClock& block = *actor.block;
    block.last_atomic = address;
    block.last_atomic_thread = actor.thread;
    block.last_atomic_epoch = block.epoch;
}

}  // namespace

void publish(Address address, Scope scope) {
    const Actor& me = *current_actor;
    note_atomic(me, address);
    for (const Knowledge* knowledge : {me.knowledge.get(), me.block->knowledge.get()})
        if (knowledge) logs().publish(address, me.block->linear, me.thread, *knowledge, scope);
}

void acquire(Address address) {
    Actor& me = *current_actor;
    note_atomic(me, address);
    const auto [log, version] = logs().position(address);
    if (version == 0) return;
    if (me.block->knowledge && me.block->knowledge->acquired.has(log, version)) return;
    settle_reads(me);
    if (knowledge_of(me).acquired.add(log, version))
        arriving_at(*me.block).acquired.add(log, version);
}

namespace {

// As far as a glance tells: no barrier and no end of a launch lies between.
bool is_unordered(const Actor& me, memory::Half past) {
    if (past.interval() <= grid_era) return false;
    if (past.interval() == me.interval) return past.thread() != me.thread;
    const IntervalInfo* const info = intervals().find(past.interval());
    return info && info->block != me.block->linear;
}

// The shadow knows two unordered updates of this word, and ours takes the place of the later one.
bool replaces_latest_update(const Actor& me, Address word, const SiteEntry& site) {
    const memory::Cell cell = memory::cell(word);
    const memory::WriteHalf latest = cell.write;
    const memory::ReadHalf other = cell.read;
    const auto is_update = [&](memory::Half half, memory::Kind kind) {
        return half.interval() >= site.birth && kind == memory::Kind::atomic;
    };
    if (!is_update(latest, latest.kind()) || !is_update(other, other.kind())) return false;
    if (!other.updated() || !is_unordered(me, other)) return false;
    cell.write.bits = memory::Half::of(me.interval, me.thread, site.site).bits;
    cell.write.set_kind(memory::Kind::atomic);
    cell.write.set_initialised(15);
    return true;
}

// The usual atomic: where many threads meet, and no fence makes it say more than its value.
bool is_one_more_update(Actor& me, Address a, std::uint32_t size, const void* pc) {
    const SiteEntry& site = site_cache.entry(pc, Op::update);
    if (site.key != site_cache.key(pc, Op::update) || a - site.base >= site.limit) return false;
    if (size % 4 != 0 || a % size != 0) return false;
    if (me.knowledge || me.block->knowledge || !logs().empty()) return false;
    for (Address word = a; word < a + size; word += 4)
        if (!replaces_latest_update(me, word, site)) return false;
    me.latest_atomic = site.site;
    note_atomic(me, a);
    if (site.counted) append(access_record(site.site, a));
    return true;
}

Op op_of(Atomic atomic) {
    constexpr Op ops[] = {Op::read, Op::write, Op::update};
    return ops[static_cast<int>(atomic)];
}

}  // namespace

void atomic_result_used() {
    if (current_actor) site_info(current_actor->latest_atomic).result_used = true;
}

void atomic_access(const void* pointer, std::uint32_t size, Scope scope, Atomic atomic,
                   AtomicForm form, const void* pc) {
    const auto a = reinterpret_cast<Address>(pointer);
    if (current_actor && atomic == Atomic::update && scope != Scope::block &&
        is_one_more_update(*current_actor, a, size, pc))
        return;
    settle_same_value();
    if (!current_actor) return;
    const Op op = op_of(atomic);
    const SiteId site = intern(pc, op, size);
    current_actor->latest_atomic = site;
    site_info(site).on_shared = form.on_shared;
    if (form.result_used) atomic_result_used();
    const auto kind = scope == Scope::block ? memory::Kind::atomic_block : memory::Kind::atomic;
    // Acquire first: what the atomic learns may order the very access it makes.
    if (atomic != Atomic::store) acquire(a);
    check_thread_access({a, size, size, op, kind, pc});
    if (atomic != Atomic::load) publish(a, scope);
}

}  // namespace cusim::observe
