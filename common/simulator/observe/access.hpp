// One access of a kernel, from the compiler's hook to the shadow. The common cases are decided
// here, inline, in a handful of instructions: the site touched this allocation before, the last
// writer is ordered before us (or is us), the bytes hold a value, and the shadow already knows a
// reader like us. Everything else goes to check.hpp, which decides the same questions in full. An
// access that passed is recorded for the counters.
#pragma once

#include "simulator/observe/byte_cells.hpp"
#include "simulator/observe/check.hpp"
#include "simulator/observe/happens_before.hpp"
#include "simulator/observe/lane_log.hpp"
#include "simulator/observe/sites.hpp"

namespace cusim::observe {

// The interval and thread bits of a half cell, and those with the flags.
constexpr std::uint64_t who_mask = 0x03ff'0000'ffff'ffff;
constexpr std::uint64_t who_and_flags_mask = 0xffff'0000'ffff'ffff;

// What the shadow must not forget of a word when `own` reads it; false: the slow path decides.
[[gnu::always_inline]] inline bool note_read(memory::Cell cell, std::uint64_t own,
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

// `given`: the host gave all of the cell's bytes a value.
template <class Given>
[[gnu::always_inline]] inline bool has_value(memory::Cell cell, Interval birth, Given given) {
    if ((cell.write.bits & memory::WriteHalf::all_bytes) == memory::WriteHalf::all_bytes &&
        cell.write.interval() >= birth)
        return true;
    if (cell.write.interval() >= birth || !given()) return false;
    cell.write.bits = birth | memory::WriteHalf::all_bytes;
    return true;
}

// Who asks, and of which site and allocation.
struct Asker {
    const SiteEntry& site;
    std::uint64_t own;
    Interval floor;

    Asker(const Actor& me, const SiteEntry& entry)
        : site{entry},
          own{memory::Half::of(me.interval, me.thread).bits},
          floor{entry.shared ? me.block->interval : order_floor} {}
};

template <Op op, class Given>
[[gnu::always_inline]] inline bool cell_is_fine(memory::Cell cell, const Asker& asker,
                                                Given given) {
    const auto& [site, own, floor] = asker;
    const std::uint64_t record = own | std::uint64_t{site.site} << 32;
    if (op == Op::read && !site.given && !has_value(cell, site.birth, given)) return false;
    const memory::WriteHalf writer = cell.write;
    if (writer.interval() >= floor && ((writer.bits ^ own) & who_mask) != 0) return false;
    if (op == Op::read) return note_read(cell, own, record, floor);

    const memory::ReadHalf reader = cell.read;
    if (reader.split()) return false;
    if (reader.interval() >= floor && ((reader.bits ^ own) & who_and_flags_mask) != 0) return false;
    cell.write.bits = record | memory::WriteHalf::all_bytes;
    if (reader.bits != 0) cell.read.bits = 0;  // else the plane may stay untouched
    return true;
}

constexpr unsigned alignment_of(unsigned size) {
    return size < 8 ? size : 8;
}

// Leaves a read in the log where it may be judged later (waiting_reads.hpp).
//
// Threads run one after the other, so a warp's row is a column of reads to us, each in another
// page: no hardware looks ahead that far.
[[gnu::always_inline]] inline bool waits(const void* pointer, unsigned size, const void* pc) {
    const auto a = reinterpret_cast<memory::Address>(pointer);
    SiteEntry& site = site_cache.entry(pc, Op::read);
    if (site.key != site_cache.key(pc, Op::read) || !site.waits) return false;
    if (a - site.base >= site.limit || a % alignment_of(size) != 0 || log_next == log_end)
        return false;
    __builtin_prefetch(reinterpret_cast<const void*>(a + 4 * (a - site.latest)));
    site.latest = a;
    current_actor->block->reads_wait = true;
    *log_next++ = access_record(site.site, a);
    return true;
}

// A plain access of `words` aligned words, judged at once.
template <Op op, unsigned words>
[[gnu::noinline]] void judge(const void* pointer, const void* pc) {
    const Actor* const me = current_actor;
    const auto a = reinterpret_cast<memory::Address>(pointer);
    if (!me) return host_access(a, words * 4, op, pc);
    if (a - me->stack_base < me->stack_size) return;
    const SiteEntry& site = site_cache.entry(pc, op);
    constexpr unsigned alignment = alignment_of(words * 4);
    if (site.key == site_cache.key(pc, op) && !site.waits && a - site.base < site.limit &&
        a % alignment == 0) [[likely]] {
        const Asker asker{*me, site};
        bool fine = true;
        for (unsigned i = 0; i < words; ++i)
            fine &= cell_is_fine<op>(memory::cell(a + 4 * i), asker,
                                     [&] { return memory::given_bytes(a + 4 * i) == 15; });
        if (fine) [[likely]] {
            if (site.counted) append(access_record(site.site, a));
            return;
        }
    }
    check_thread_access({a, words * 4, alignment, op, memory::Kind::plain, pc});
}

// A plain access of `words` aligned words. Kept so short that it needs no registers of its own.
template <Op op, unsigned words>
[[gnu::always_inline]] inline void access(const void* pointer, const void* pc) {
    if (op != Op::read || !waits(pointer, words * 4, pc)) return judge<op, words>(pointer, pc);
}

// A plain access of one or two bytes; quick where the word has been split into bytes already.
template <Op op, unsigned size>
[[gnu::always_inline]] inline void small_access(const void* pointer, const void* pc) {
    const Actor* const me = current_actor;
    const auto a = reinterpret_cast<memory::Address>(pointer);
    if (op == Op::read && waits(pointer, size, pc)) return;
    if (!me) return host_access(a, size, op, pc);
    if (a - me->stack_base < me->stack_size) return;
    const SiteEntry& site = site_cache.entry(pc, op);
    if (site.key == site_cache.key(pc, op) && !site.waits && a - site.base < site.limit &&
        a % size == 0) {
        const memory::ReadHalf reader = memory::cell(a).read;
        if (reader.split() && reader.interval() >= site.birth) {
            const Asker asker{*me, site};
            ByteCells& bytes = byte_cells(a & ~memory::Address{3});
            bool fine = true;
            for (unsigned i = 0; i < size; ++i)
                fine &= cell_is_fine<op>(bytes.cells[(a + i) % 4], asker,
                                         [&] { return memory::is_given(a + i); });
            if (fine) {
                if (site.counted) append(access_record(site.site, a));
                return;
            }
        }
    }
    check_thread_access({a, size, size, op, memory::Kind::plain, pc});
}

}  // namespace cusim::observe
