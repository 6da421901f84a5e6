// A heap of the simulated device: allocations at addresses that are the same in every run, with
// unused bytes between any two. Freed addresses are not reused as long as there is room, so that a
// use after free is detected.
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
    const void* pc = nullptr;  // return address of the allocating call
    bool by_kernel = false;    // by a kernel's malloc, new or cudaMalloc

    bool contains(Address from, std::size_t bytes) const {
        return from >= base && bytes <= size && from - base <= size - bytes;
    }
};

class Heap {
  public:
    explicit Heap(Region region) : region_(region) {}

    // Returns nullptr if there is no room. `size` must not be 0.
    void* allocate(std::size_t size, MemoryKind kind, const void* pc, bool by_kernel = false);
    // Returns false unless `pointer` is that of a live allocation. `pc`: return address of the
    // freeing call.
    bool free(void* pointer, const void* pc);
    void free_all(const void* pc);

    // The live allocation that contains this address; nullptr if there is none.
    const Allocation* find(const void* pointer) const;
    const std::map<Address, Allocation>& live() const { return live_; }
    bool was_freed(const void* pointer) const;

    Region region() const { return region_; }
    std::size_t bytes_free() const { return region_.size - bytes_live_; }
    // All addresses that were ever allocated lie below.
    Address high_water() const { return high_water_; }

  private:
    Address take(std::size_t span);
    Address take_fresh(std::size_t span);
    Address take_used(std::size_t span);
    void release_quarantine();

    Region region_;
    std::map<Address, Allocation> live_;
    std::map<Address, std::size_t> quarantine_;  // base, span: freed, not reused yet
    std::map<Address, std::size_t> free_;        // base, span: may be allocated again
    Address high_water_ = region_.base;
    std::size_t bytes_live_ = 0;
};

}  // namespace cusim::memory
