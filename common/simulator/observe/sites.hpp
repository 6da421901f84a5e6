// Places in the program, as the shadow names them (16 bits), and for each of them a memory of the
// allocation it touched last: nearly every access finds its bounds there.
#pragma once

#include <array>

#include "simulator/memory/layout.hpp"
#include "simulator/memory/shadow.hpp"
#include "simulator/observe/transactions.hpp"

namespace cusim::observe {

using SiteId = std::uint16_t;

enum class Op : std::uint8_t { read, write, update };  // update: an atomic read-modify-write

struct SiteInfo {
    const void* pc = nullptr;  // the return address of the hook
    Op op = Op::read;
    std::uint8_t size = 0;  // bytes of the access; 0 where it is not the same each time
    bool samples = false;   // a texture through a filter (tex1D, tex2D)
    // Of updates:
    bool result_used = false;
    SharedAtomic on_shared = SharedAtomic::native;
};

// The id of an access of the program; 0 for all after the first 65,529. `size`: up to 16.
SiteId intern(const void* pc, Op op, unsigned size);
// An empty one for 0.
SiteInfo& site_info(SiteId site);
inline const void* pc_of(SiteId site) {
    return site_info(site).pc;
}

struct SiteEntry {
    std::uint64_t key = 0;  // pc, whether it writes, and generation
    memory::Address base = 0;
    memory::Address latest = 0;  // address of a read that waits
    std::size_t limit = 0;       // how many start addresses from `base` keep the access inside
    memory::Interval birth = 0;
    SiteId site = 0;
    bool shared = false;
    bool given = false;   // every byte of the allocation has a value
    bool counted = true;  // not __constant__
    bool waits = false;   // its reads are checked later
};

class SiteCache {
  public:
    SiteEntry& entry(const void* pc, Op op) {
        const std::uint64_t bits = place(pc, op);
        return entries_[(bits ^ bits >> 11) % entries_.size()];
    }
    std::uint64_t key(const void* pc, Op op) const { return place(pc, op) | generation_; }
    // Makes every entry miss: an allocation came or went, or a block laid out its variables.
    void forget() {
        generation_ += std::uint64_t{1} << 48;
        if (generation_ == 0) entries_.fill({});
    }

  private:
    // One hook may read and write.
    static std::uint64_t place(const void* pc, Op op) {
        return reinterpret_cast<std::uint64_t>(pc) << 1 | (op != Op::read);
    }

    std::uint64_t generation_ = 0;
    std::array<SiteEntry, 2048> entries_{};
};

extern SiteCache site_cache;

}  // namespace cusim::observe
