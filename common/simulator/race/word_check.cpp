#include "simulator/race/word_check.hpp"

#include "simulator/race/findings/volatile_flags.hpp"
#include "simulator/race/order/streams.hpp"

namespace cusim::race {

namespace {

Spread spread_of(PastAccess one, PastAccess other) {
    if (block_of(one) != block_of(other)) return Spread::blocks;
    return one.thread() / 32 != other.thread() / 32 ? Spread::same_block : Spread::same_warp;
}

// Compares epochs, too: blocks of two concurrent launches may have the same number.
bool of_this_block(const Point& now, PastAccess past) {
    return past.epoch() >= streams().current().first && block_of(past) == now.block;
}

// The access as the cell stores it. The cell does not store which operation an atomic was.
EarlierAccess earlier(PastAccess past, AccessKind kind, trace::Op op) {
    return {past, kind, is_atomic(kind) ? trace::Op::update : op};
}

}  // namespace

PastAccess WordCheck::mine() const {
    return PastAccess::of(now_.epoch, now_.thread, access_.site);
}

// Atomics of sufficient scope and equal size do not race with each other, nor does a volatile
// access with them.
bool WordCheck::may_coexist(const EarlierAccess& earlier) const {
    const AccessKind kinds[] = {earlier.kind, access_.kind};
    for (const AccessKind kind : kinds)
        if (kind == AccessKind::plain) return false;
    for (const AccessKind kind : kinds)
        if (kind == AccessKind::atomic_block && !of_this_block(now_, earlier.past)) return false;
    if (of_mixed_sizes(access_, earlier)) return false;
    return is_atomic(earlier.kind) || is_atomic(access_.kind);
}

// A volatile access to a signal that a thread of another warp stored: it reads the signal, or is
// the next store.
bool WordCheck::meets_signal(const EarlierAccess& earlier) const {
    if (access_.kind != AccessKind::volatile_ || earlier.kind != AccessKind::volatile_)
        return false;
    if (earlier.op != trace::Op::write || !now_.clock) return false;
    const bool same_warp =
        of_this_block(now_, earlier.past) && earlier.past.thread() / 32 == now_.thread / 32;
    return !same_warp && is_signal(*now_.clock, access_.address, earlier.past);
}

// A flag that was read without a fence suffices if the access is itself volatile or atomic, since
// caches and compilers leave these alone.
bool WordCheck::is_ordered(Missing missing) const {
    return missing == Missing::nothing ||
           (missing == Missing::fence && access_.kind != AccessKind::plain);
}

void WordCheck::count_order(const EarlierAccess& earlier) const {
    if (orders_are_counted && access_.op == trace::Op::read && earlier.op == trace::Op::write &&
        is_of_block_apart(now_, earlier.past))
        ++reads_of_other_blocks;
}

void WordCheck::compare(const EarlierAccess& earlier) {
    if (reported_ || earlier.past.epoch() == 0 || may_coexist(earlier)) return;
    const Missing missing = missing_between(earlier.past, now_);
    if (is_ordered(missing)) return count_order(earlier);
    if (meets_signal(earlier)) return;
    if (access_.kind == AccessKind::plain && earlier.kind != AccessKind::plain &&
        earlier.op != trace::Op::read && ordered_by_atomics(now_, earlier.past, access_.address))
        return;
    report_race(now_, access_, object_, earlier, missing);
    reported_ = true;
}

void WordCheck::visit(Cell cell, PastAccess& second) {
    const bool reads = access_.op == trace::Op::read;
    const OtherAccess other = cell.other;
    const auto op_of_other = other.is_write() ? trace::Op::write : trace::Op::read;

    compare(earlier(cell.write, cell.write.kind(), trace::Op::write));
    if (other.is_write() || !reads) compare(earlier(other, other.kind(), op_of_other));
    if (reads) return remember_read(cell.other, second);
    if (other.spread() != Spread::one_reader) compare({second, AccessKind::plain, trace::Op::read});
    remember_write(cell);
}

// `first` may be an earlier write: it stays until a thread reads that is ordered after it.
void WordCheck::remember_read(OtherAccess& first, PastAccess& second) const {
    const bool plain_over_atomic_read =
        first.kind() != AccessKind::plain && access_.kind == AccessKind::plain && !first.is_write();
    if (ordered_but_for_fence(first) || plain_over_atomic_read) {
        const bool keep_second =
            first.spread() != Spread::one_reader &&
            !(first.kind() != AccessKind::plain && access_.kind == AccessKind::plain) &&
            !ordered_but_for_fence(second);
        first.bits = mine().bits;
        first.set_kind(access_.kind);
        if (keep_second) first.set_spread(spread_of(first, second));
        return;
    }
    if (access_.kind != AccessKind::plain || first.kind() != AccessKind::plain) return;
    const Spread with_me = spread_of(first, mine());
    if (first.spread() == Spread::one_reader || ordered_but_for_fence(second) ||
        with_me > first.spread()) {
        second = mine();
        first.set_spread(with_me);
    }
}

// A write replaces what came before it: an access that does not race with it does not race with the
// earlier ones either. Atomics are an exception: a thread ordered after one of them may be
// unordered with another, or with the plain write below. An atomic therefore leaves in `other` the
// first of these that exists:
//   in `other`, an atomic that this thread is unordered with
//   in `other`, a plain write that this thread is ordered after
//   the write that it replaces: an atomic that this thread is unordered with, or any plain write by
//                               a thread of a kernel
//   in `other`, a plain read, which may race with another thread's atomic
// Those older than the floor race with nothing any more, and are dropped.
void WordCheck::remember_write(Cell cell) const {
    const LastWrite before = cell.write;
    const OtherAccess other = cell.other;
    const bool atomic = access_.kind != AccessKind::plain;
    const bool other_is_plain = other.kind() == AccessKind::plain;
    const bool other_matters = atomic && other.epoch() > now_.floor;

    const bool keep_write =
        other_matters && other.is_write() && ordered_but_for_fence(other) == other_is_plain;
    const bool keep_read = other_matters && !other.is_write() && other_is_plain;
    const bool keep_before =
        atomic && (before.kind() != AccessKind::plain
                       ? !ordered_but_for_fence(before)
                       : before.epoch() > now_.floor && block_of(before) != no_block);

    cell.write.bits = mine().bits;
    cell.write.set_kind(access_.kind);
    cell.write.set_initialised(15);
    if (keep_write) return;
    if (keep_before) {
        cell.other.bits = PastAccess::of(before.epoch(), before.thread(), before.site()).bits;
        cell.other.set_kind(before.kind());
        cell.other.set_is_write(true);
    } else if (!keep_read) {
        cell.other = {};
    }
}

}  // namespace cusim::race
