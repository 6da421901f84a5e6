// Places in the program, as the shadow names them (16 bits), and for each of them a memory of the
// allocation it touched last: nearly every access finds its bounds there.
#pragma once

#include <array>

#include "simulator/memory/layout.hpp"
#include "simulator/memory/shadow.hpp"

namespace cusim::observe {

using SiteId = std::uint16_t;

// The id of a return address; 0 for everything after the first 65,535.
SiteId intern(const void* pc);
// nullptr for 0.
const void* pc_of(SiteId site);

struct SiteEntry {
    std::uint64_t key = 0;  // pc and generation
    memory::Address base = 0;
    std::size_t limit = 0;  // how many start addresses from `base` keep the access inside
    memory::Interval birth = 0;
    SiteId site = 0;
    bool shared = false;
    bool given = false;  // every byte of the allocation has a value
};

class SiteCache {
  public:
    SiteEntry& entry(const void* pc) {
        const auto bits = reinterpret_cast<std::uint64_t>(pc);
        return entries_[(bits ^ bits >> 11) % entries_.size()];
    }
    std::uint64_t key(const void* pc) const {
        return reinterpret_cast<std::uint64_t>(pc) | generation_;
    }
    // Makes every entry miss: an allocation came or went, or a block laid out its variables.
    void forget() {
        generation_ += std::uint64_t{1} << 48;
        if (generation_ == 0) entries_.fill({});
    }

  private:
    std::uint64_t generation_ = 0;
    std::array<SiteEntry, 2048> entries_{};
};

extern SiteCache site_cache;

}  // namespace cusim::observe
