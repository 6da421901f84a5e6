#include "simulator/race/word_check.hpp"

#include "simulator/race/happens_before.hpp"
#include "simulator/race/parties.hpp"

namespace cusim::race {

namespace {

Spread spread_of(PastAccess one, PastAccess other) {
    if (block_of(one) != block_of(other)) return Spread::blocks;
    return one.thread() / 32 != other.thread() / 32 ? Spread::same_block : Spread::same_warp;
}

}  // namespace

PastAccess WordCheck::mine() const {
    return PastAccess::of(actor_.epoch, actor_.thread, access_.site);
}

// Atomics of sufficient scope may meet. So may volatile accesses, as polled flags do; but lanes of
// one warp that pass values through volatile shared memory count on a lockstep that is not there.
bool WordCheck::may_coexist(const EarlierAccess& earlier) const {
    const Kind kinds[] = {earlier.kind, access_.kind};
    for (const Kind kind : kinds)
        if (kind == Kind::plain) return false;
    for (const Kind kind : kinds)
        if (kind == Kind::atomic_block && block_of(earlier.half) != actor_.block->linear)
            return false;
    const bool both_volatile = kinds[0] == Kind::volatile_ && kinds[1] == Kind::volatile_;
    return !(both_volatile && place_.shared && earlier.half.thread() / 32 == actor_.thread / 32);
}

void WordCheck::compare(const EarlierAccess& earlier) {
    if (reported_ || earlier.half.epoch() == 0 || may_coexist(earlier) ||
        ordered(actor_, earlier.half))
        return;
    if (access_.kind == Kind::plain && earlier.kind != Kind::plain &&
        earlier.op != trace::Op::read && ordered_by_atomics(actor_, earlier.half, access_.address))
        return;
    report_race(actor_, access_, place_, earlier);
    reported_ = true;
}

void WordCheck::visit(Cell cell, PastAccess& second) {
    const auto update_or = [](Kind kind, trace::Op op) {
        return kind == Kind::atomic || kind == Kind::atomic_block ? trace::Op::update : op;
    };
    compare({cell.write, cell.write.kind(), update_or(cell.write.kind(), trace::Op::write)});
    if (cell.read.updated())
        compare({cell.read, cell.read.kind(), update_or(cell.read.kind(), trace::Op::write)});
    if (access_.op == trace::Op::read) return remember_read(cell, second);

    if (!cell.read.updated())
        compare({cell.read, cell.read.kind(), update_or(cell.read.kind(), trace::Op::read)});
    if (cell.read.spread() != Spread::one_reader) compare({second, Kind::plain, trace::Op::read});
    remember_write(cell);
}

void WordCheck::remember_read(Cell cell, PastAccess& second) const {
    const auto replaceable = [&](PastAccess reader) {
        return reader.epoch() == 0 || ordered(actor_, reader);
    };
    LastRead& reader = cell.read;
    const bool weaker = reader.kind() != Kind::plain && access_.kind == Kind::plain;
    if (replaceable(reader) || (weaker && !reader.updated())) {
        const bool keep_second =
            reader.spread() != Spread::one_reader && !weaker && !replaceable(second);
        reader.bits = mine().bits;
        reader.set_kind(access_.kind);
        if (keep_second) reader.set_spread(spread_of(reader, second));
        return;
    }
    if (access_.kind != Kind::plain || reader.kind() != Kind::plain) return;
    const Spread with_me = spread_of(reader, mine());
    if (reader.spread() == Spread::one_reader || replaceable(second) || with_me > reader.spread()) {
        second = mine();
        reader.set_spread(with_me);
    }
}

void WordCheck::remember_write(Cell cell) const {
    const LastWrite before = cell.write;
    const bool unordered_update = access_.kind != Kind::plain && before.epoch() != 0 &&
                                  before.kind() != Kind::plain && !ordered(actor_, before);
    const bool atomic = access_.kind != Kind::plain;
    // An update of others stays as long as I do not know of it, a plain write as long as I do: who
    // does not race with mine may still race with what lies below it.
    const bool plain_below = cell.read.kind() == Kind::plain;
    const bool keep_reader = cell.read.updated() && atomic && cell.read.epoch() > order_floor &&
                             ordered(actor_, cell.read) == plain_below;
    const bool covers_plain = atomic && before.kind() == Kind::plain &&
                              before.epoch() > order_floor && block_of(before) != no_block;
    cell.write.bits = mine().bits;
    cell.write.set_kind(access_.kind);
    cell.write.set_initialised(15);
    if (keep_reader) return;
    cell.read = {};
    if (!unordered_update && !covers_plain) return;
    cell.read.bits = PastAccess::of(before.epoch(), before.thread(), before.site()).bits;
    cell.read.set_kind(before.kind());
    cell.read.set_updated(true);
}

}  // namespace cusim::race
