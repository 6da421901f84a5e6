#include "simulator/memory/runtime_heap.hpp"

#include <sys/mman.h>
#include <sys/single_threaded.h>

#include <atomic>
#include <bit>
#include <new>

namespace cusim::memory {
namespace {

// What is freed is kept, for the next one of its class. What is never touched costs address space
// and no memory.
//
// Small classes are multiples of 16. Of the others there are eight to each doubling, and each has a
// cache line more: vectors grow to powers of 2, and those of a warp's lanes, which are used
// together, would lie in the same few sets of the cache.
constexpr std::size_t unit = 16, largest_small = 1024, line = 64;
constexpr std::size_t small_classes = largest_small / unit + 1;
constexpr std::size_t steps = 8;

std::size_t class_of(std::size_t bytes) {
    if (bytes <= largest_small) return (bytes + unit - 1) / unit;
    const std::size_t needed = bytes - line;
    const auto doubling = static_cast<std::size_t>(std::bit_width(needed - 1) - 1);
    const std::size_t begin = std::size_t{1} << doubling, step = begin / steps;
    return small_classes + doubling * steps + (needed - begin + step - 1) / step;
}
std::size_t bytes_of(std::size_t of_class) {
    if (of_class < small_classes) return of_class * unit;
    const std::size_t large = of_class - small_classes;
    const std::size_t begin = std::size_t{1} << (large / steps);
    return begin + begin / steps * (large % steps) + line;
}

// Before each block.
struct alignas(unit) Header {
    std::size_t of_class;
    Header* next_free;
};

class RuntimeHeap {
  public:
    void* allocate(std::size_t bytes) {
        if (bytes > runtime_heap.size) return nullptr;
        const std::size_t of_class = class_of(bytes + sizeof(Header));
        Header*& free = free_[of_class];
        Header* const block = free ? free : fresh(bytes_of(of_class));
        if (!block) return nullptr;
        if (free) free = free->next_free;
        *block = {of_class, nullptr};
        return block + 1;
    }
    Region used() const { return {runtime_heap.base, mapped_ - runtime_heap.base}; }
    void release(void* pointer) {
        Header* const block = static_cast<Header*>(pointer) - 1;
        block->next_free = free_[block->of_class];
        free_[block->of_class] = block;
    }

  private:
    Header* fresh(std::size_t bytes) {
        if (next_ + bytes > runtime_heap.end()) return nullptr;
        while (next_ + bytes > mapped_)
            if (!map_more(next_ + bytes)) return nullptr;
        const Address place = next_;
        next_ += bytes;
        return reinterpret_cast<Header*>(place);
    }

    bool map_more(Address end) {
        constexpr std::size_t step = 4 * MiB;
        const std::size_t size = (end - mapped_ + step - 1) / step * step;
        void* const address = reinterpret_cast<void*>(mapped_);
        if (mmap(address, size, PROT_READ | PROT_WRITE,
                 MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1,
                 0) != address)
            return false;
        // Blocks are handed out side by side, so that huge pages are used completely.
        madvise(address, size, MADV_HUGEPAGE);
        mapped_ += size;
        return true;
    }

    Header* free_[small_classes + 64 * steps] = {};
    Address next_ = runtime_heap.base, mapped_ = runtime_heap.base;
};

// No constructor: others allocate before it would run.
constinit RuntimeHeap heap;
constinit std::atomic_flag in_use;

// The C library knows whether there is anybody to wait for.
class Turn {
  public:
    Turn() {
        while (taken_ && in_use.test_and_set(std::memory_order_acquire)) {
        }
    }
    ~Turn() {
        if (taken_) in_use.clear(std::memory_order_release);
    }

  private:
    const bool taken_ = !__libc_single_threaded;
};

}  // namespace

Region used_runtime_heap() {
    return heap.used();
}

}  // namespace cusim::memory

using namespace cusim::memory;

// isolate.sh has the runtime call these instead of the functions by whose names they go.
#define OWN(name) __cusim_own_##name

extern "C" {

void* OWN(malloc)(std::size_t size) {
    const Turn turn;
    return heap.allocate(size);
}
void OWN(free)(void* pointer) {
    if (!runtime_heap.contains(pointer)) return program_free(pointer);
    const Turn turn;
    heap.release(pointer);
}
void* OWN(_Znwm)(std::size_t size) {
    void* const pointer = OWN(malloc)(size);
    if (!pointer) throw std::bad_alloc();
    return pointer;
}
void* OWN(_Znam)(std::size_t size) {
    return OWN(_Znwm)(size);
}
void* OWN(_ZnwmRKSt9nothrow_t)(std::size_t size, const std::nothrow_t&) noexcept {
    return OWN(malloc)(size);
}
void OWN(_ZdlPv)(void* pointer) {
    OWN(free)(pointer);
}
void OWN(_ZdaPv)(void* pointer) {
    OWN(free)(pointer);
}
void OWN(_ZdlPvm)(void* pointer, std::size_t) {
    OWN(free)(pointer);
}

// The program's own operator delete.
void __cusim_program_delete(void* pointer) {
    OWN(free)(pointer);
}
}
