// An access of a kernel, from the compiler's hook to the shadow. The common cases are decided here,
// inline, in few instructions: the site accessed this memory object before, and the cells show no
// error (cell_check.hpp). check.hpp decides everything else. An access that passes is recorded for
// the counters.
#pragma once

#include "simulator/race/cell_check.hpp"
#include "simulator/race/check.hpp"
#include "simulator/race/host_access.hpp"
#include "simulator/race/shadow/byte_cells.hpp"
#include "simulator/race/shadow/overwritten.hpp"
#include "simulator/trace/lane_log.hpp"

namespace cusim::race {

constexpr unsigned alignment_of(unsigned size) {
    return size < 8 ? size : 8;
}

// Leaves a read in the log if it may be checked later (deferred_reads.hpp).
//
// Prefetches: threads run one after the other, so a warp that reads a row reads a column here, each
// element in another page, which no hardware prefetcher foresees.
[[gnu::always_inline]] inline bool defer(const void* pointer, unsigned size, const void* pc) {
    const auto a = reinterpret_cast<memory::Address>(pointer);
    SiteEntry& site = site_cache.entry(pc, trace::Op::read);
    if (site.key != site_cache.key(pc, trace::Op::read) || !site.deferred) return false;
    if (a - site.base >= site.limit || a % alignment_of(size) != 0 ||
        trace::log_next == trace::log_end)
        return false;
    __builtin_prefetch(reinterpret_cast<const void*>(a + 4 * (a - site.latest)));
    site.latest = a;
    running_thread->block->reads_deferred = true;
    *trace::log_next++ = trace::access_record(site.site, a);
    return true;
}

// Checks a plain access of `words` aligned words at once.
template <trace::Op op, unsigned words>
[[gnu::noinline]] void judge(const void* pointer, const void* pc) {
    const ThreadClock* const me = running_thread;
    const auto a = reinterpret_cast<memory::Address>(pointer);
    if (!me) return host_access(a, words * 4, op, pc);
    if (a - me->stack_base < me->stack_size)
        return own_stack({a, words * 4, 1, op, AccessKind::plain, pc}, CUSIM_STACK_IN_USE());
    const SiteEntry& site = site_cache.entry(pc, op);
    constexpr unsigned alignment = alignment_of(words * 4);
    if (site.key == site_cache.key(pc, op) && !site.deferred && a - site.base < site.limit &&
        a % alignment == 0) [[likely]] {
        const Asker asker{*me, site};
        bool fine = true;
        for (unsigned i = 0; i < words && op != trace::Op::read; ++i)
            if (overwritten.is_first_store(cell_at(a + 4 * i).write)) overwritten.note(a + 4 * i);
        for (unsigned i = 0; i < words; ++i)
            fine &= cell_is_fine<op>(cell_at(a + 4 * i), second_reader(a + 4 * i), asker,
                                     [&] { return given_bytes(a + 4 * i) == 15; });
        if (fine) [[likely]] {
            trace::append(trace::access_record(site.site, a));
            return;
        }
    }
    check_thread_access({a, words * 4, alignment, op, AccessKind::plain, pc});
}

// A plain access of `words` aligned words. Short, so that the compiler saves no registers.
template <trace::Op op, unsigned words>
[[gnu::always_inline]] inline void access(const void* pointer, const void* pc) {
    if (op != trace::Op::read || !defer(pointer, words * 4, pc))
        return judge<op, words>(pointer, pc);
}

// A plain access of one or two bytes. Fast only if the word already has cells for its bytes.
template <trace::Op op, unsigned size>
[[gnu::always_inline]] inline void small_access(const void* pointer, const void* pc) {
    const ThreadClock* const me = running_thread;
    const auto a = reinterpret_cast<memory::Address>(pointer);
    if (op == trace::Op::read && defer(pointer, size, pc)) return;
    if (!me) return host_access(a, size, op, pc);
    if (a - me->stack_base < me->stack_size)
        return own_stack({a, size, 1, op, AccessKind::plain, pc}, CUSIM_STACK_IN_USE());
    const SiteEntry& site = site_cache.entry(pc, op);
    if (site.key == site_cache.key(pc, op) && !site.deferred && a - site.base < site.limit &&
        a % size == 0) {
        const OtherAccess other = cell_at(a).other;
        if (other.split() && other.epoch() >= site.birth) {
            const Asker asker{*me, site};
            ByteCells& bytes = byte_cells(a & ~memory::Address{3});
            bool fine = true;
            for (unsigned i = 0; i < size && op != trace::Op::read; ++i)
                if (overwritten.is_first_store(bytes.cells[(a + i) % 4].write))
                    overwritten.note(a & ~memory::Address{3});
            for (unsigned i = 0; i < size; ++i)
                fine &= cell_is_fine<op>(bytes.cells[(a + i) % 4], bytes.seconds[(a + i) % 4],
                                         asker, [&] { return is_given(a + i); });
            if (fine) {
                trace::append(trace::access_record(site.site, a));
                return;
            }
        }
    }
    check_thread_access({a, size, size, op, AccessKind::plain, pc});
}

}  // namespace cusim::race
