#include "simulator/race/findings/race_finding.hpp"

#include "simulator/race/findings/parties.hpp"
#include "simulator/race/findings/pending_findings.hpp"
#include "simulator/race/findings/racing_pairs.hpp"
#include "simulator/race/findings/same_value.hpp"
#include "simulator/race/findings/unwritten.hpp"
#include "simulator/race/findings/volatile_flags.hpp"
#include "simulator/race/order/epochs.hpp"
#include "simulator/race/order/happens_before.hpp"

namespace cusim::race {

using report::Finding;
using report::Severity;
using report::Variant;

namespace {

bool from_other_operation(PastAccess past) {
    return !streams().running() || past.epoch() < streams().current().first;
}

// Before this access, the block took part in a chain of atomics with other blocks. The
// synchronisation is there, then, and only its fence is missing.
bool passed_on_without_fence(const Point& now) {
    if (!now.clock || now.clock->block->last_atomic == 0) return false;
    const Cell cell = cell_at(now.clock->block->last_atomic);
    const auto by_other = [&](PastAccess past) {
        return past.epoch() != 0 && !from_other_operation(past) && block_of(past) != now.block;
    };
    return by_other(cell.write) || (cell.other.is_write() && by_other(cell.other));
}

}  // namespace

bool of_mixed_sizes(const Access& access, const EarlierAccess& earlier) {
    if (!is_atomic(access.kind) || !is_atomic(earlier.kind)) return false;
    // Compares sizes of sites, since `access` may be a piece of a larger access.
    const unsigned size = trace::site_info(earlier.past.site()).size;
    return size != 0 && size != trace::site_info(access.site).size;
}

namespace {

bool by_copy(PastAccess past) {
    const EpochInfo* const info = epochs().find(past.epoch());
    return info && info->copied;
}

bool both_volatile(const Access& access, const EarlierAccess& earlier) {
    return access.kind == AccessKind::volatile_ && earlier.kind == AccessKind::volatile_;
}

Variant variant_of(const Point& now, const Access& access, const EarlierAccess& earlier,
                   Missing missing) {
    if (missing == Missing::fence) return Variant::missing_acquire;
    if (missing == Missing::acquire_order) return Variant::relaxed_read;
    if (of_mixed_sizes(access, earlier)) return Variant::mixed_sizes;
    if (streams().is_beside(earlier.past.epoch())) return Variant::child_launch;
    if (streams().is_overlapped(earlier.past.epoch())) return Variant::overlapped_launch;
    if (from_other_operation(earlier.past)) return Variant::other_launch;
    if (by_copy(earlier.past)) return Variant::unfinished_copy;
    if (ordered_in_any_scope(now, earlier.past)) return Variant::narrow_scope;
    const bool no_atomic = !is_atomic(access.kind) && !is_atomic(earlier.kind);
    if (no_atomic && block_of(earlier.past) != now.block && passed_on_without_fence(now))
        return Variant::missing_fence;
    return Variant::none;
}

Apart apart(const Point& now, PastAccess earlier) {
    if (from_other_operation(earlier) || block_of(earlier) != now.block) return Apart::beyond;
    return earlier.thread() / 32 == now.thread / 32 ? Apart::in_one_warp : Apart::in_one_block;
}

Finding race(const Point& now, const Access& access, const trace::MemoryObject& object,
             const EarlierAccess& earlier, Missing missing) {
    Finding finding{.kind = report::FindingKind::race, .self = running_party(now, access)};
    finding.other = earlier_party(earlier.past, earlier.op);
    describe(finding, object, access);
    finding.variant = variant_of(now, access, earlier, missing);
    if (missing == Missing::fence) finding.severity = Severity::warning;
    if (!both_volatile(access, earlier)) return finding;
    if (apart(now, earlier.past) == Apart::in_one_warp) {
        finding.variant = Variant::lockstep;
        finding.cause = "volatile does not keep the lanes of a warp in step";
    } else {
        finding.cause = "volatile makes no access atomic and lets no thread wait for another";
    }
    return finding;
}

// Whether two threads of different blocks, with equal numbers in their blocks, met at the element
// of that number. The index then probably lacks the block's number.
bool at_own_number(const Point& now, const Access& access, const trace::MemoryObject& object,
                   PastAccess earlier) {
    if (earlier.thread() != now.thread || block_of(earlier) == now.block) return false;
    const std::size_t index = (access.address - object.base) / access.size;
    return index == now.thread || index == now.thread % streams().current().block.x;
}

}  // namespace

void report_race(const Point& now, const Access& access, const trace::MemoryObject& object,
                 const EarlierAccess& earlier, Missing missing) {
    const bool may_be_same_value = access.op == trace::Op::write &&
                                   earlier.op == trace::Op::write && !is_atomic(access.kind) &&
                                   !is_atomic(earlier.kind) && access.pc && !access.frees;
    const FindingKey key{report::FindingKind::race,
                         missing == Missing::fence ? Severity::warning : Severity::error,
                         access.site,
                         earlier.past.site(),
                         identity_of(object),
                         report_op(access.op),
                         report_op(earlier.op)};
    if (both_volatile(access, earlier)) suspect(key, access.address);
    if (earlier.op == trace::Op::read) explain_unwritten(access);
    if (now.block != no_block) {
        if (!from_other_operation(earlier.past))
            note_meeting(key, now.block, block_of(earlier.past),
                         at_own_number(now, access, object, earlier.past));
        // A grid cannot run before the one that launches it.
        if (streams().running() && !streams().is_beside(earlier.past.epoch()) && !access.frees)
            note_pair(key, now, access, object, earlier);
    }
    const Apart distance = apart(now, earlier.past);
    if (counted(key, distance)) return;
    Finding finding = race(now, access, object, earlier, missing);
    if (may_be_same_value) return await_value(access, key, std::move(finding), distance);
    put(key, std::move(finding), distance);
}

void check_is_allocated(const Point& now, const Access& access, const trace::MemoryObject& object) {
    const PastAccess allocation = PastAccess::of(object.allocated_at, 0);
    if (object.allocated_at == 0 || ordered(now, allocation)) return;
    const FindingKey key{report::FindingKind::race, Severity::error,      access.site,         0,
                         identity_of(object),       report_op(access.op), report::Op::allocate};
    if (counted(key)) return;
    Finding finding{.kind = report::FindingKind::race, .self = running_party(now, access)};
    finding.other = earlier_party(allocation, trace::Op::write);
    finding.variant = Variant::pool_allocation;
    describe(finding, object, access);
    put(key, std::move(finding));
}

}  // namespace cusim::race
