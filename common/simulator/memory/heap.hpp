// The simulated device's memory: allocations at fixed addresses, the same in every run, with
// unused bytes between any two, and what is known of each. Freed addresses are not given out again
// for as long as there is room, so that a use after free is seen.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>

#include "simulator/memory/layout.hpp"
#include "simulator/memory/observer.hpp"

namespace cusim::memory {

struct Allocation {
    Address base = 0;
    std::size_t size = 0;
    MemoryKind kind = MemoryKind::device;
    const void* pc = nullptr;  // return address of the call that made it

    bool contains(Address from, std::size_t bytes) const {
        return from >= base && bytes <= size && from - base <= size - bytes;
    }
};

class Heap {
  public:
    explicit Heap(Region region) : region_(region) {}

    // nullptr where no room is left. `size` is not 0.
    void* allocate(std::size_t size, MemoryKind kind, const void* pc);
    // False unless `pointer` is what allocate() returned and still live.
    bool free(void* pointer);
    void free_all();

    // The live allocation that holds this address; nullptr where there is none.
    const Allocation* find(const void* pointer) const;
    const std::map<Address, Allocation>& live() const { return live_; }
    bool was_freed(const void* pointer) const;

    Region region() const { return region_; }
    std::size_t bytes_free() const { return region_.size - bytes_live_; }
    // All that is given out, or was and is not used again, lies below.
    Address high_water() const { return high_water_; }

  private:
    Address take(std::size_t span);
    Address take_fresh(std::size_t span);
    Address take_used(std::size_t span);
    void release_quarantine();

    Region region_;
    std::map<Address, Allocation> live_;
    std::map<Address, std::size_t> quarantine_;  // base, span: freed
    std::map<Address, std::size_t> free_;        // base, span: to be given out again
    Address high_water_ = region_.base;
    std::size_t bytes_live_ = 0;
};

}  // namespace cusim::memory
