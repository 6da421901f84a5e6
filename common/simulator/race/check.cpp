#include "simulator/race/check.hpp"

#include "simulator/memory/registered.hpp"
#include "simulator/race/deferred_reads.hpp"
#include "simulator/race/fatal.hpp"
#include "simulator/race/findings/bad_address.hpp"
#include "simulator/race/findings/host_objects.hpp"
#include "simulator/race/findings/race_finding.hpp"
#include "simulator/race/findings/same_value.hpp"
#include "simulator/race/handed_over.hpp"
#include "simulator/race/remote_accesses.hpp"
#include "simulator/race/shadow/access_watch.hpp"
#include "simulator/race/shadow/overwritten.hpp"
#include "simulator/race/shadow/site_cache.hpp"
#include "simulator/race/shadow_check.hpp"
#include "simulator/trace/lane_log.hpp"
#include "simulator/trace/recent_accesses.hpp"
#include "simulator/trace/sites.hpp"

namespace cusim::race {

using memory::Address;

namespace {

// Copies of bytes without alignment of their own (of a struct) are checked in words where possible.
unsigned piece_size(const Access& access) {
    if (access.alignment > 1 || access.size == 1) return static_cast<unsigned>(access.size);
    const Address bits = access.address | access.size;
    return bits % 4 == 0 ? 4 : bits % 2 == 0 ? 2 : 1;
}

// False for an access that is checked as a whole though it consists of several words.
bool can_be_deferred(const Access& access) {
    return access.op == trace::Op::read && access.kind == AccessKind::plain && access.recorded &&
           (access.alignment > 1 || access.size == 1) && access.site != 0;
}

void record(const Access& access) {
    const unsigned size = piece_size(access);
    const trace::SiteId site =
        size == access.size ? access.site : trace::intern(access.pc, access.op, size);
    for (std::size_t done = 0; done < access.size; done += size)
        trace::append(trace::access_record(site, access.address + done));
}

// To be called before a store. The old bytes are at `data`; their shadow is at the access's
// address.
void note_overwritten(const Access& access, Address data) {
    for (std::size_t at = 0; at < access.size + access.address % 4; at += 4) {
        const Cell cell = cell_at(access.address + at);
        if (cell.other.split() || overwritten.is_first_store(cell.write))
            overwritten.note((data & ~Address{3}) + at);
    }
}

// For a repeated launch: keeps each old word once, and announces each access once.
void note_repeated(const ThreadClock& me, const Access& access) {
    if (access.recorded) trace::append(trace::access_record(access.site, access.address));
    if (access.op == trace::Op::read) return;
    note_overwritten(access, access.address);
    for (Address word = access.address & ~Address{3}; word < access.address + access.size;
         word += 4)
        cell_at(word).write.bits =
            PastAccess::of(me.epoch, me.thread, access.site).bits | LastWrite::all_bytes;
}

// For a repeated launch: the site accesses the same memory object as last time.
bool is_simple_repetition(const Access& access, const SiteEntry& entry) {
    return access_watch && access_watch->repeats() &&
           entry.key == site_cache.watched_key(access.pc, access.op) &&
           access.address - entry.base < entry.limit && access.address % access.alignment == 0;
}

bool is_there(const ThreadClock& me, const Access& access) {
    trace::MemoryObject shared;
    const auto* const object = trace::find_object(*me.block, access.address, shared);
    return (object && object->holds(access.address, access.size)) ||
           memory::find_registered(access.address, access.size);
}

// For registered host memory, whose shadow lies elsewhere. The counters, too, know it by its place
// there. Its reads are checked here, each in its hook, so the records left for the counters must
// not be taken for reads that are still to be checked.
void check_registered_access(const Point& now, Access access) {
    access.data = reinterpret_cast<const void*>(access.address);
    access.address = memory::shadow_place(access.address);
    trace::MemoryObject& object = *trace::memory_objects().find(access.address);
    if (access.address % access.alignment != 0)
        report_misaligned({.pc = access.pc}, access.address, access.alignment, access.op);
    if (deferred_reads().defers(object)) deferred_reads().stop(object);
    if (access.op != trace::Op::write) kernel_reads(object);
    if (access.op != trace::Op::read) {
        object.touched_by_kernels = true;
        note_overwritten(access, reinterpret_cast<Address>(access.data));
    }
    check_races(now, access, object);
    if (access.recorded) record(access);
}

// For an address neither in device memory nor in the block's shared memory.
void check_elsewhere(const Point& now, const Access& access) {
    if (access.op == trace::Op::read && is_constant_data(access.address, access.size) &&
        !looks_in_hosts_table(access))
        return;
    if (memory::find_registered(access.address, access.size))
        return check_registered_access(now, access);
    report_bad_address(*running_thread, access);
}

// Whether the object is the shared memory of another block of the cluster.
bool is_remote(const ThreadClock& me, const Access& access, const trace::MemoryObject& object) {
    return object.shared && access.address - me.block->arena >= memory::shared_arena_size;
}

// Whether the read is checked later with its warp. If not, no other read of the object is.
bool is_deferred(const Access& access, trace::MemoryObject& object, bool by_copier) {
    if (!deferred_reads().defers(object)) return false;
    if (can_be_deferred(access) && !by_copier) return true;
    deferred_reads().stop(object);
    return false;
}

// Caches what need not be checked again at the site's next access to the object.
void remember(SiteEntry& entry, const Access& access, const trace::MemoryObject& object,
              bool deferred) {
    const ThreadClock& me = *running_thread;
    entry = {
        .key = access_watch ? site_cache.watched_key(access.pc, access.op)
                            : site_cache.key(access.pc, access.op),
        .base = object.base,
        .limit = object.size - access.size + 1,
        .birth = object.birth,
        .site = access.site,
        // Other blocks of a cluster write here too, and the block's own barriers do not order them.
        .shared = object.shared && !me.block->cluster,
        .given = object.given,
        .deferred = deferred,
    };
    if (is_remote(me, access, object)) entry.key = 0;  // check each of its accesses in full
}

// As the counters are to see it: shared memory of another block of the cluster counts as the
// block's own, which is quicker.
Access as_own(const ThreadClock& me, Access access) {
    access.address += me.block->arena - trace::member_with(*me.block, access.address)->arena;
    return access;
}

void check_values_and_races(const Point& now, const Access& access, trace::MemoryObject& object) {
    if (access.op != trace::Op::write) check_values(now, access, object);
    if (access.op != trace::Op::read) {
        object.touched_by_kernels = true;
        note_overwritten(access, access.address);
    }
    check_races(now, access, object);
    const bool remote = is_remote(*running_thread, access, object);
    if (remote) note_remote(now, access);
    if (access.recorded) record(remote ? as_own(*running_thread, access) : access);
}

// For an access within the object. `copier`: see check().
void check_object(Access access, trace::MemoryObject& object, SiteEntry& entry,
                  const Point* copier) {
    const ThreadClock& me = *running_thread;
    if (access.pc == me.astray_at && object.base != me.astray_from)
        return;  // a consequence of reading beside that array
    if (access.address % access.alignment != 0)
        report_misaligned({.pc = access.pc}, access.address, access.alignment, access.op);

    const Point now = copier ? *copier : Point::of(me);
    if (object.kind == memory::MemoryKind::constant && access.op != trace::Op::read)
        return report_constant_write(now, access, object);
    if (object.allocated_at != 0) check_is_allocated(now, access, object);
    if (access_watch && is_remote(me, access, object)) access.recorded = false;
    const bool deferred = is_deferred(access, object, copier != nullptr);
    remember(entry, access, object, deferred);
    if (access.op != trace::Op::write) kernel_reads(object);
    if (access_watch && access_watch->repeats()) return note_repeated(me, access);
    if (deferred) {
        me.block->reads_deferred = true;
        return trace::append(trace::access_record(access.site, access.address));
    }
    check_values_and_races(now, access, object);
}

// `in_use`: the lowest live address of the thread's stack. `copier`: the position of an
// asynchronous copy; nullptr for an access of the thread itself.
void check(Access access, Address in_use, const Point* copier) {
    settle_same_value();
    trace::recent_accesses.add(access.address, access.size, access.op, access.pc);
    const ThreadClock& me = *running_thread;
    if (access.address - me.stack_base < me.stack_size) return own_stack(access, in_use);
    if (access_watch && is_there(me, access)) access_watch->access(access);
    SiteEntry& entry = site_cache.entry(access.pc, access.op);
    if (is_simple_repetition(access, entry)) {
        access.site = entry.site;
        return note_repeated(me, access);
    }
    access.site =
        entry.key == site_cache.key(access.pc, access.op)
            ? entry.site
            : trace::intern(access.pc, access.op, access.size <= 16 ? unsigned(access.size) : 0);

    trace::MemoryObject shared;
    trace::MemoryObject* const object = trace::find_object(*me.block, access.address, shared);
    if (object && object->holds(access.address, access.size))
        return check_object(access, *object, entry, copier);
    check_elsewhere(copier ? *copier : Point::of(me), access);
}

}  // namespace

void check_thread_access(Access access) {
    check(access, CUSIM_STACK_IN_USE(), nullptr);
}

void check_copy_access(Access access, const Point& copier) {
    access.by_copy = true;
    check(access, CUSIM_STACK_IN_USE(), &copier);
}

}  // namespace cusim::race
