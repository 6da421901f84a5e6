#include "simulator/memory/heap.hpp"

#include <sys/mman.h>

#include <iterator>
#include <utility>

namespace cusim::memory {

Observer observer{};

namespace {

constexpr std::size_t span_of(std::size_t size) {
    const std::size_t unit = allocation_alignment;
    return (size + unit - 1) / unit * unit + red_zone;
}

}  // namespace

// Prefers addresses never used; takes used ones only when those have run out.
Address Heap::take(std::size_t span) {
    for (const bool last_try : {false, true}) {
        if (const Address base = take_fresh(span)) return base;
        if (const Address base = take_used(span)) return base;
        if (!last_try) release_quarantine();
    }
    return 0;
}

Address Heap::take_fresh(std::size_t span) {
    if (span > region_.end() - high_water_) return 0;
    return std::exchange(high_water_, high_water_ + span);
}

Address Heap::take_used(std::size_t span) {
    for (auto it = free_.begin(); it != free_.end(); ++it) {
        const auto [base, room] = *it;
        if (room < span) continue;
        free_.erase(it);
        if (room > span) free_.emplace(base + span, room - span);
        return base;
    }
    return 0;
}

// Joins neighbouring free ranges, also with the part of the heap that was never used.
void Heap::release_quarantine() {
    free_.merge(quarantine_);
    quarantine_.clear();
    for (auto it = free_.begin(); it != free_.end();) {
        const auto next = std::next(it);
        if (next == free_.end() || it->first + it->second != next->first) {
            it = next;
            continue;
        }
        it->second += next->second;
        free_.erase(next);
    }
    if (free_.empty()) return;
    const auto last = std::prev(free_.end());
    if (last->first + last->second != high_water_) return;
    high_water_ = last->first;
    free_.erase(last);
}

void* Heap::allocate(std::size_t size, MemoryKind kind, const void* pc, bool by_kernel) {
    if (size > region_.size) return nullptr;
    if (size > region_.size - red_zone - allocation_alignment) return nullptr;
    const std::size_t span = span_of(size);
    const Address base = take(span);
    if (base == 0) return nullptr;
    live_.emplace(base, Allocation{base, size, kind, pc, by_kernel});
    bytes_live_ += span;
    void* const pointer = reinterpret_cast<void*>(base);
    observer.allocated(pointer, size, kind, nullptr, nullptr);
    return pointer;
}

bool Heap::free(void* pointer, const void* pc) {
    const auto it = live_.find(reinterpret_cast<Address>(pointer));
    if (it == live_.end()) return false;
    observer.freed(pointer, pc);
    const std::size_t span = span_of(it->second.size);
    bytes_live_ -= span;
    quarantine_.emplace(it->first, span);
    constexpr std::size_t worth_a_call = 1 * MiB;
    if (span >= worth_a_call) {
        const Address first = (it->first + 4095) / 4096 * 4096;
        madvise(reinterpret_cast<void*>(first), (it->first + span - first) / 4096 * 4096,
                MADV_DONTNEED);
    }
    live_.erase(it);
    return true;
}

void Heap::free_all(const void* pc) {
    while (!live_.empty()) free(reinterpret_cast<void*>(live_.begin()->first), pc);
}

const Allocation* Heap::find(const void* pointer) const {
    const auto address = reinterpret_cast<Address>(pointer);
    auto it = live_.upper_bound(address);
    if (it == live_.begin()) return nullptr;
    --it;
    return it->second.contains(address, 0) ? &it->second : nullptr;
}

bool Heap::was_freed(const void* pointer) const {
    return quarantine_.contains(reinterpret_cast<Address>(pointer));
}

}  // namespace cusim::memory
