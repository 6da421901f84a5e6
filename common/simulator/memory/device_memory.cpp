#include "simulator/memory/device_memory.hpp"

#include <sys/mman.h>

#include <cstdio>
#include <cstdlib>

#include "simulator/memory/fault.hpp"

namespace cusim::memory {

namespace {

int accesses_open = 0;

void map(Region region, int protection) {
    void* const address = reinterpret_cast<void*>(region.base);
    const int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE;
    if (mmap(address, region.size, protection, flags, -1, 0) != address) {
        std::fprintf(stderr, "simulator: cannot reserve %zu MiB of addresses at %p\n",
                     region.size / MiB, address);
        std::exit(EXIT_FAILURE);
    }
    madvise(address, region.size, MADV_HUGEPAGE);
}

// Only what was ever given out is worth opening and closing.
void protect_device(int protection) {
    const Region region = device().region();
    constexpr std::size_t unit = 2 * MiB;
    const std::size_t used = (device().high_water() - region.base + unit - 1) / unit * unit;
    if (used > 0) mprotect(reinterpret_cast<void*>(region.base), used, protection);
}

}  // namespace

Heap& device() {
    static Heap& heap = *new Heap{device_heap};  // outlives static destructors
    return heap;
}

Heap& host_visible() {
    static Heap& heap = *new Heap{host_visible_heap};
    return heap;
}

void map_regions() {
    map(device_heap, PROT_NONE);
    map(host_visible_heap, PROT_READ | PROT_WRITE);
    map(shared_arenas, PROT_READ | PROT_WRITE);
    madvise(reinterpret_cast<void*>(shared_arenas.base), shared_arenas.size, MADV_NOHUGEPAGE);
    watch_for_faults();
}

DeviceAccess::DeviceAccess() {
    if (accesses_open++ == 0) protect_device(PROT_READ | PROT_WRITE);
}

DeviceAccess::~DeviceAccess() {
    if (--accesses_open == 0) protect_device(PROT_NONE);
}

}  // namespace cusim::memory
