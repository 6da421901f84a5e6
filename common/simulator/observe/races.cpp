#include "simulator/observe/races.hpp"

#include "simulator/observe/happens_before.hpp"
#include "simulator/observe/outbox.hpp"
#include "simulator/observe/parties.hpp"
#include "simulator/observe/same_value.hpp"
#include "simulator/observe/unwritten.hpp"

namespace cusim::observe {

using report::Finding;
using report::Severity;
using report::Variant;

namespace {

bool is_atomic(memory::Kind kind) {
    return kind == memory::Kind::atomic || kind == memory::Kind::atomic_block;
}

bool from_other_operation(memory::Half half) {
    return !streams().running() || half.interval() < streams().current().first;
}

// The block took part in a chain of atomics with others before it made this access: what it lacks
// is the fence, not the thought.
bool passed_on_without_fence(const Actor& actor) {
    if (actor.block->last_atomic == 0) return false;
    const memory::Cell cell = memory::cell(actor.block->last_atomic);
    const auto by_other = [&](memory::Half half) {
        return half.interval() != 0 && !from_other_operation(half) &&
               block_of(half) != actor.block->linear;
    };
    return by_other(cell.write) || (cell.read.updated() && by_other(cell.read));
}

Variant variant_of(const Actor& actor, const Access& access, const EarlierAccess& earlier) {
    if (from_other_operation(earlier.half)) return Variant::other_launch;
    if (ordered_in_any_scope(actor, earlier.half)) return Variant::narrow_scope;
    const bool both_plain =
        access.kind == memory::Kind::plain && earlier.kind == memory::Kind::plain;
    if (both_plain && block_of(earlier.half) != actor.block->linear &&
        passed_on_without_fence(actor))
        return Variant::missing_fence;
    return Variant::none;
}

Finding race(const Actor& actor, const Access& access, const Place& place,
             const EarlierAccess& earlier) {
    Finding finding{.kind = report::Kind::race, .self = running_party(actor, access)};
    finding.other = earlier_party(earlier.half, earlier.op);
    describe(finding, place, access);
    finding.variant = variant_of(actor, access, earlier);
    const bool lockstep =
        access.kind == memory::Kind::volatile_ && earlier.kind == memory::Kind::volatile_;
    if (lockstep) {
        finding.variant = Variant::lockstep;
        finding.cause = "volatile does not keep the lanes of a warp in step";
    }
    return finding;
}

Apart apart(const Actor& actor, memory::Half earlier) {
    if (from_other_operation(earlier) || block_of(earlier) != actor.block->linear)
        return Apart::beyond;
    return earlier.thread() / 32 == actor.thread / 32 ? Apart::in_one_warp : Apart::in_one_block;
}

}  // namespace

void report_race(const Actor& actor, const Access& access, const Place& place,
                 const EarlierAccess& earlier) {
    const bool may_be_same_value = access.op == Op::write && earlier.op == Op::write &&
                                   !is_atomic(access.kind) && !is_atomic(earlier.kind) && access.pc;
    const OutboxKey key{report::Kind::race,   Severity::error,  access.site,
                        earlier.half.site(),  object_of(place), report_op(access.op),
                        report_op(earlier.op)};
    if (earlier.op == Op::read) explain_unwritten(access);
    const Apart distance = apart(actor, earlier.half);
    if (counted(key, distance)) return;
    Finding finding = race(actor, access, place, earlier);
    if (may_be_same_value) return await_value(access, key, std::move(finding), distance);
    put(key, std::move(finding), distance);
}

}  // namespace cusim::observe
