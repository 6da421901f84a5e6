#include "simulator/observe/unique_sectors.hpp"

#include <algorithm>
#include <bit>

#include "simulator/memory/layout.hpp"

namespace cusim::observe {

namespace {
constexpr memory::Address sector_size = 32;
}

void UniqueSectors::touch(const WarpRequest& request) {
    for (std::uint32_t lanes = request.mask; lanes != 0; lanes &= lanes - 1) {
        const memory::Address a = request.address[std::countr_zero(lanes)];
        if (a / sector_size == last_) continue;  // so did the lane before
        last_ = a / sector_size;
        touch_sector(a);
    }
}

void UniqueSectors::touch(memory::Address begin, memory::Address end) {
    for (memory::Address a = begin & ~(sector_size - 1); a < end; a += sector_size) touch_sector(a);
    last_ = (end - 1) / sector_size;
}

void UniqueSectors::touch_sector(memory::Address a) {
    using namespace memory;
    if (device_heap.contains(a)) return touch_sector(device_, (a - device_heap.base) / sector_size);
    if (host_visible_heap.contains(a))
        return touch_sector(host_visible_, (a - host_visible_heap.base) / sector_size);
    count_ += elsewhere_.insert(a / sector_size).second;
}

void UniqueSectors::touch_sector(std::vector<std::uint8_t>& stamps, std::size_t sector) {
    if (sector >= stamps.size()) stamps.resize(std::max(sector + 1, stamps.size() * 2));
    count_ += stamps[sector] != launch_;
    stamps[sector] = launch_;
}

void UniqueSectors::clear() {
    count_ = 0;
    last_ = 0;
    elsewhere_.clear();
    if (++launch_ != 0) return;
    launch_ = 1;
    std::ranges::fill(device_, 0);
    std::ranges::fill(host_visible_, 0);
}

}  // namespace cusim::observe
