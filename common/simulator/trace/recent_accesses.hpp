// Answers whether a hook has announced an access. Logged accesses of the current basic block are at
// the end of the running lane's log. Accesses that are not logged (those of host code, and some of
// device code) are kept in a ring.
#pragma once

#include <array>

#include "simulator/trace/lane_log.hpp"
#include "simulator/trace/sites.hpp"

namespace cusim::trace {

// For code that runs while vector registers hold the program's values, and so must not use them.
#define CUSIM_NO_VECTORS __attribute__((target("general-regs-only")))

// True if the running lane has logged accesses to all of these bytes in the current basic block.
CUSIM_NO_VECTORS inline bool is_at_end_of_log(memory::Address a, std::size_t bytes, Op op) {
    if (!log_next || bytes > 16) return false;
    // Usually the hook right before it was called for this access, so its record is the last one.
    if (log_next != running_log->begin() && address_of(log_next[-1]) == a &&
        !is_mark(log_next[-1])) {
        const SiteInfo& latest = site_info(tag_of(log_next[-1]));
        if (latest.op == op && latest.size >= bytes) return true;
    }
    const std::uint32_t all = (1u << bytes) - 1;
    std::uint32_t seen = 0;
    const Record* const begin = running_log->begin();
    for (const Record* at = log_next; at != begin && seen != all;) {
        const Record record = *--at;
        if (is_meeting(record)) continue;
        if (is_mark(record)) break;
        const SiteInfo& site = site_info(tag_of(record));
        if (site.op != op) continue;
        for (unsigned i = 0; i < bytes; ++i)
            if (a + i - address_of(record) < site.size) seen |= 1u << i;
    }
    return seen == all;
}

// The latest 16 accesses that went through the full check instead of the hooks' fast path.
class RecentAccesses {
  public:
    void add(memory::Address a, std::size_t size, Op op, const void* pc) {
        ring_[next_++ % ring_.size()] = {a, size, op, static_cast<const char*>(pc)};
    }
    // True if a hook less than 512 bytes before `pc`, the instruction that touches the byte at `a`,
    // announced it.
    CUSIM_NO_VECTORS bool announced(memory::Address a, Op op, const void* pc) const {
        constexpr std::ptrdiff_t near = 512;
        for (const Announced& access : ring_) {
            const std::ptrdiff_t behind = static_cast<const char*>(pc) - access.pc;
            if (access.op == op && a - access.address < access.size && behind >= 0 && behind < near)
                return true;
        }
        return false;
    }

  private:
    struct Announced {
        memory::Address address = 0;
        std::size_t size = 0;
        Op op = Op::read;
        const char* pc = nullptr;
    };
    std::array<Announced, 16> ring_{};
    unsigned next_ = 0;
};

extern RecentAccesses recent_accesses;

}  // namespace cusim::trace
