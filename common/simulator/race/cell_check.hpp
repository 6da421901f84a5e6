// The common cases of a check, inline, one shadow cell at a time: the last writer is ordered before
// us (or is the same thread), the bytes hold a value, and the cell already remembers an equivalent
// reader. A function that returns false has changed nothing; the full check in shadow_check.hpp
// then decides.
#pragma once

#include "simulator/race/happens_before.hpp"
#include "simulator/race/shadow.hpp"
#include "simulator/race/site_cache.hpp"
#include "simulator/trace/sites.hpp"

namespace cusim::race {

// Masks of the bits of a PastAccess: its epoch and thread; everything except its site.
constexpr std::uint64_t epoch_and_thread_mask = 0x03ff'0000'ffff'ffff;
constexpr std::uint64_t all_but_site_mask = 0xffff'0000'ffff'ffff;

// Remembers a plain read by `own`. `record` is the same with the site.
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

// `given`: tells whether the host has written all of the cell's bytes.
template <class Given>
[[gnu::always_inline]] inline bool has_value(Cell cell, Epoch birth, Given given) {
    if ((cell.write.bits & LastWrite::all_bytes) == LastWrite::all_bytes &&
        cell.write.epoch() >= birth)
        return true;
    if (cell.write.epoch() >= birth || !given()) return false;
    cell.write.bits = birth | LastWrite::all_bytes;
    return true;
}

// The thread that accesses, and the site.
struct Asker {
    const SiteEntry& site;
    std::uint64_t own;
    Epoch floor;

    Asker(const ThreadClock& me, const SiteEntry& entry)
        : site{entry},
          own{PastAccess::of(me.epoch, me.thread).bits},
          floor{entry.shared ? me.block->epoch : order_floor} {}
};

template <trace::Op op, class Given>
[[gnu::always_inline]] inline bool cell_is_fine(Cell cell, const Asker& asker, Given given) {
    const auto& [site, own, floor] = asker;
    const std::uint64_t record = own | std::uint64_t{site.site} << 32;
    if (op == trace::Op::read && !site.given && !has_value(cell, site.birth, given)) return false;
    const LastWrite writer = cell.write;
    if (writer.epoch() >= floor && ((writer.bits ^ own) & epoch_and_thread_mask) != 0) return false;
    if (op == trace::Op::read) return note_read(cell, own, record, floor);

    const OtherAccess other = cell.other;
    if (other.split()) return false;
    if (other.epoch() >= floor && ((other.bits ^ own) & all_but_site_mask) != 0) return false;
    cell.write.bits = record | LastWrite::all_bytes;
    if (other.bits != 0) cell.other.bits = 0;  // if it is 0, do not touch its page
    return true;
}

}  // namespace cusim::race
