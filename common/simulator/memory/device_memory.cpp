#include "simulator/memory/device_memory.hpp"

#include <sys/mman.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>

namespace cusim::memory {

namespace {

int accesses_open = 0;
std::size_t kernel_heap_used = 0;

void map(Region region, int protection) {
    void* const address = reinterpret_cast<void*>(region.base);
    const int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE;
    if (mmap(address, region.size, protection, flags, -1, 0) != address) {
        std::fprintf(stderr, "simulator: cannot reserve %zu MiB of addresses at %p\n",
                     region.size / MiB, address);
        std::exit(EXIT_FAILURE);
    }
    madvise(address, region.size, audited ? MADV_NOHUGEPAGE : MADV_HUGEPAGE);
}

// Only the part of the heap that was ever allocated needs to be opened and closed. The rest is left
// out of core dumps, which keeps the two parts apart in the kernel: otherwise it would split one
// mapping in two, or join them, each time, and this takes longer than to change the protection.
void protect_device(int protection) {
    if (audited) return;
    static std::size_t apart = 0;
    const Region region = device().region();
    constexpr std::size_t unit = 2 * MiB;
    const std::size_t used = (device().high_water() - region.base + unit - 1) / unit * unit;
    if (used > apart) {
        madvise(reinterpret_cast<void*>(region.base + apart), used - apart, MADV_DODUMP);
        apart = used;
    }
    if (apart > 0) mprotect(reinterpret_cast<void*>(region.base), apart, protection);
}

}  // namespace

bool audited = false;

bool device_is_open() {
    return accesses_open > 0;
}

std::size_t kernel_heap_limit = 8 * MiB;

Heap& device() {
    static Heap& heap = *new Heap{device_heap};  // must outlive static destructors
    return heap;
}

Heap& host_visible() {
    static Heap& heap = *new Heap{host_visible_heap};
    return heap;
}

void map_regions() {
    map(device_heap, PROT_NONE);
    madvise(reinterpret_cast<void*>(device_heap.base), device_heap.size, MADV_DONTDUMP);
    const int open = audited ? PROT_NONE : PROT_READ | PROT_WRITE;
    map(host_visible_heap, open);
    map(shared_arenas, open);
    madvise(reinterpret_cast<void*>(shared_arenas.base), shared_arenas.size, MADV_NOHUGEPAGE);
}

// The heap may grow beyond what was opened when the kernel began.
void* allocate_in_kernel(std::size_t size, const void* pc) {
    if (size > kernel_heap_limit || kernel_heap_used > kernel_heap_limit - size) return nullptr;
    const Address before = device().high_water();
    void* const pointer = device().allocate(size, MemoryKind::device, pc, true);
    if (!pointer) return nullptr;
    kernel_heap_used += size;
    if (device().high_water() != before) protect_device(PROT_READ | PROT_WRITE);
    return pointer;
}

bool free_in_kernel(void* pointer, const void* pc) {
    const Allocation* const found = device().find(pointer);
    const std::size_t size = found ? found->size : 0;
    if (!device().free(pointer, pc)) return false;
    kernel_heap_used -= std::min(kernel_heap_used, size);
    return true;
}

DeviceAccess::DeviceAccess() {
    if (accesses_open++ == 0) protect_device(PROT_READ | PROT_WRITE);
}

DeviceAccess::~DeviceAccess() {
    if (--accesses_open == 0) protect_device(PROT_NONE);
}

}  // namespace cusim::memory
