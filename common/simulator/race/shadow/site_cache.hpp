// For each access site, caches the properties of the memory object that it accessed last. Nearly
// every access finds its bounds there.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "simulator/memory/layout.hpp"
#include "simulator/trace/sites.hpp"
#include "simulator/trace/thread.hpp"

namespace cusim::race {

using trace::Epoch;

struct SiteEntry {
    std::uint64_t key = 0;  // combines pc, operation and generation
    memory::Address base = 0;
    memory::Address latest = 0;  // of a deferred read
    std::size_t limit = 0;       // how many start addresses from `base` on keep the access inside
    Epoch birth = 0;
    trace::SiteId site = 0;
    bool shared = false;
    bool given = false;     // every byte of the object holds a value
    bool deferred = false;  // its reads are deferred
};

class SiteCache {
  public:
    SiteEntry& entry(const void* pc, trace::Op op) {
        const std::uint64_t bits = access_bits(pc, op);
        return entries_[(bits ^ bits >> 11) % entries_.size()];
    }
    std::uint64_t key(const void* pc, trace::Op op) const {
        return access_bits(pc, op) | generation_;
    }
    // The key of an entry that the hooks' fast path must not take, since an AccessWatch observes
    // every access.
    std::uint64_t watched_key(const void* pc, trace::Op op) const {
        return key(pc, op) | std::uint64_t{1} << 48;
    }
    // Invalidates all entries. To be called when memory is allocated or freed, or a block places
    // its variables.
    void forget() {
        generation_ += std::uint64_t{1} << 49;
        if (generation_ == 0) entries_.fill({});
    }

  private:
    // One call may read, write and update, as an asynchronous copy bound to a barrier does, so the
    // operation is a part of the key.
    static std::uint64_t access_bits(const void* pc, trace::Op op) {
        return reinterpret_cast<std::uint64_t>(pc) << 2 | static_cast<std::uint64_t>(op);
    }

    std::uint64_t generation_ = 0;
    std::array<SiteEntry, 2048> entries_{};
};

extern SiteCache site_cache;

}  // namespace cusim::race
