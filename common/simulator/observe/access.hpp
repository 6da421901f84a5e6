// One access of a kernel, from the compiler's hook to the shadow. The common cases are decided
// here, inline, in a handful of instructions: the site touched this allocation before, the last
// writer is ordered before us (or is us), the bytes hold a value, and the shadow already knows a
// reader like us. Everything else goes to check.hpp, which decides the same questions in full.
#pragma once

#include "simulator/observe/check.hpp"
#include "simulator/observe/happens_before.hpp"
#include "simulator/observe/sites.hpp"

namespace cusim::observe {

// The interval and thread bits of a half cell, and those with the flags.
constexpr std::uint64_t who_mask = 0x03ff'0000'ffff'ffff;
constexpr std::uint64_t who_and_flags_mask = 0xffff'0000'ffff'ffff;

// What the shadow must not forget of a word when `own` reads it; false: the slow path decides.
[[gnu::always_inline]] inline bool note_read(memory::Cell& cell, std::uint64_t own,
                                             std::uint64_t record, Interval floor) {
    using memory::Spread;
    const memory::ReadHalf reader = cell.read;
    if (reader.interval() < floor) {
        if (reader.split()) [[unlikely]]
            return false;
        cell.read.bits = record;
        return true;
    }
    if (((reader.bits ^ own) & who_and_flags_mask) == 0) return true;
    if (reader.split() || reader.updated() || reader.kind() != memory::Kind::plain) return false;
    if (reader.spread() == Spread::blocks) return true;
    if (reader.interval() != static_cast<Interval>(own)) return false;
    return reader.spread() == Spread::same_block ||
           (reader.spread() == Spread::same_warp && (reader.thread() ^ (own >> 48 & 1023)) < 32);
}

[[gnu::always_inline]] inline bool has_value(memory::Cell& cell, memory::Address a,
                                             Interval birth) {
    if ((cell.write.bits & memory::WriteHalf::all_bytes) == memory::WriteHalf::all_bytes &&
        cell.write.interval() >= birth)
        return true;
    if (memory::given_bytes(a) != 15 || cell.write.interval() >= birth) return false;
    cell.write.bits = birth | memory::WriteHalf::all_bytes;
    return true;
}

template <Op op>
[[gnu::always_inline]] inline bool word_is_fine(memory::Address a, const SiteEntry& site,
                                                std::uint64_t own, Interval floor) {
    memory::Cell& cell = memory::cell(a);
    const std::uint64_t record = own | std::uint64_t{site.site} << 32;
    if (op == Op::read && !site.given && !has_value(cell, a, site.birth)) return false;
    const memory::WriteHalf writer = cell.write;
    if (writer.interval() >= floor && ((writer.bits ^ own) & who_mask) != 0) return false;
    if (op == Op::read) return note_read(cell, own, record, floor);

    const memory::ReadHalf reader = cell.read;
    if (reader.split()) return false;
    if (reader.interval() >= floor && ((reader.bits ^ own) & who_and_flags_mask) != 0) return false;
    cell.write.bits = record | memory::WriteHalf::all_bytes;
    cell.read.bits = 0;
    return true;
}

// A plain access of `words` aligned words.
template <Op op, unsigned words>
[[gnu::always_inline]] inline void access(const void* pointer, const void* pc) {
    const Actor* const me = current_actor;
    const auto a = reinterpret_cast<memory::Address>(pointer);
    if (!me) return host_access(a, words * 4, op, pc);
    if (a - me->stack_base < me->stack_size) return;
    const SiteEntry& site = site_cache.entry(pc);
    constexpr unsigned alignment = words * 4 < 8 ? words * 4 : 8;
    if (site.key == site_cache.key(pc) && a - site.base < site.limit && a % alignment == 0)
        [[likely]] {
        const std::uint64_t own = memory::Half::of(me->interval, me->thread).bits;
        const Interval floor = site.shared ? me->block->interval : order_floor;
        bool fine = true;
        for (unsigned i = 0; i < words; ++i) fine &= word_is_fine<op>(a + 4 * i, site, own, floor);
        if (fine) [[likely]]
            return;
    }
    check_thread_access({a, words * 4, alignment, op, memory::Kind::plain, pc});
}

}  // namespace cusim::observe
