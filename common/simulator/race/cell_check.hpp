// The common cases of a check, inline, one shadow cell at a time: the last writer is ordered before
// us (or is the same thread), the bytes hold a value, and the cell already remembers an equivalent
// reader, or remembers this one as the second. If a function returns false, the full check in
// shadow_check.hpp decides. Until then, the cell has changed only as that check would change it,
// too: it may be noted that its bytes hold values, or who reads it.
#pragma once

#include "simulator/race/order/happens_before.hpp"
#include "simulator/race/shadow/shadow.hpp"
#include "simulator/race/shadow/site_cache.hpp"
#include "simulator/trace/sites.hpp"

namespace cusim::race {

// Masks of the bits of a PastAccess: its epoch and thread; everything except its site.
constexpr std::uint64_t epoch_and_thread_mask = 0x03ff'0000'ffff'ffff;
constexpr std::uint64_t all_but_site_mask = 0xffff'0000'ffff'ffff;

// Remembers a plain read. `own`: its thread and epoch, as in Asker. `record`: the same with the
// site, as the cell stores it. `floor`: as in Asker.
[[gnu::always_inline]] inline bool note_read(Cell cell, std::uint64_t own, std::uint64_t record,
                                             Epoch floor) {
    const OtherAccess other = cell.other;
    if (other.epoch() < floor) {
        if (other.split()) [[unlikely]]
            return false;
        cell.other.bits = record;
        return true;
    }
    if (((other.bits ^ own) & all_but_site_mask) == 0) return true;
    if (other.split() || other.is_write() || other.kind() != AccessKind::plain) return false;
    if (other.spread() == Spread::blocks) return true;
    if (other.epoch() != static_cast<Epoch>(own)) return false;
    return other.spread() == Spread::same_block ||
           (other.spread() == Spread::same_warp && (other.thread() ^ (own >> 48 & 1023)) < 32);
}

// `given()`: whether the host or a copy has written all of the cell's bytes. It is asked only if
// the cell shows no write since the object's birth. (SiteEntry::given speaks of the whole object.)
template <class Given>
[[gnu::always_inline]] inline bool has_value(Cell cell, Epoch birth, Given given) {
    if ((cell.write.bits & LastWrite::all_bytes) == LastWrite::all_bytes &&
        cell.write.epoch() >= birth)
        return true;
    if (cell.write.epoch() >= birth || !given()) return false;
    cell.write.bits = birth | LastWrite::all_bytes;
    return true;
}

// What the checks of an access's cells have in common.
struct Asker {
    const ThreadClock& me;
    const SiteEntry& site;
    std::uint64_t own;  // the thread and its epoch, in the form of PastAccess::bits, without a site
    // Whatever has an earlier epoch happened before this access. A block's shared memory is
    // accessed by that block alone, whose latest barrier orders all before it (in a cluster,
    // `shared` is false). Elsewhere, other blocks access, too, and the barrier does not order
    // these.
    Epoch floor;

    Asker(const ThreadClock& me, const SiteEntry& entry)
        : me{me},
          site{entry},
          own{PastAccess::of(me.epoch, me.thread).bits},
          floor{entry.shared ? me.block->epoch : order_floor} {}

    /// Whether nothing but the block's barriers orders an access to the block's shared memory
    /// before this one: no fence and atomic, and no barrier of a warp.
    bool is_ordered_by_barriers_only() const {
        return site.shared && !me.vector && !me.block->vector && !me.warp->known;
    }
};

/// Remembers a plain read of a word that was read in the same epoch, but by one thread or warp
/// only: what WordCheck::remember_read does for two reads that nothing orders. Each word of a tile
/// in shared memory has such a read, or two, after each barrier.
[[gnu::noinline]] inline bool note_second_reader(OtherAccess& first, PastAccess& second,
                                                 const Asker& asker, std::uint64_t record) {
    if (first.epoch() != asker.me.epoch || first.split() || first.is_write() ||
        first.kind() != AccessKind::plain || !asker.is_ordered_by_barriers_only())
        return false;
    second.bits = record;
    const bool same_warp = first.thread() / 32 == asker.me.thread / 32;
    first.set_spread(same_warp ? Spread::same_warp : Spread::same_block);
    return true;
}

/// `second`: the place of the cell's second reader.
template <trace::Op op, class Given>
[[gnu::always_inline]] inline bool cell_is_fine(Cell cell, PastAccess& second, const Asker& asker,
                                                Given given) {
    const auto& [me, site, own, floor] = asker;
    const std::uint64_t record = own | std::uint64_t{site.site} << 32;
    if (op == trace::Op::read && !site.given && !has_value(cell, site.birth, given)) return false;
    const LastWrite writer = cell.write;
    if (writer.epoch() >= floor && ((writer.bits ^ own) & epoch_and_thread_mask) != 0) return false;
    if (op == trace::Op::read)
        return note_read(cell, own, record, floor) ||
               note_second_reader(cell.other, second, asker, record);

    const OtherAccess other = cell.other;
    if (other.split()) return false;
    if (other.epoch() >= floor && ((other.bits ^ own) & all_but_site_mask) != 0) return false;
    cell.write.bits = record | LastWrite::all_bytes;
    if (other.bits != 0) cell.other.bits = 0;  // if it is 0, do not touch its page
    return true;
}

}  // namespace cusim::race
