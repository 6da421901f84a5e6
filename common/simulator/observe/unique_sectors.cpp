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
        touch(a, a + 1);
    }
}

void UniqueSectors::touch(memory::Address begin, memory::Address end) {
    const memory::Address last = (end - 1) / sector_size;
    if (begin / sector_size == last && last == last_) return;
    last_ = last;
    if (memory::device_heap.contains(begin))
        touch_sectors(device_, begin - memory::device_heap.base, end - memory::device_heap.base);
    else if (memory::host_visible_heap.contains(begin))
        touch_sectors(host_visible_, begin - memory::host_visible_heap.base,
                      end - memory::host_visible_heap.base);
    else
        for (memory::Address s = begin / sector_size; s <= last; ++s)
            count_ += elsewhere_.insert(s).second;
}

void UniqueSectors::touch_sectors(std::vector<std::uint8_t>& stamps, std::size_t begin,
                                  std::size_t end) {
    const std::size_t last = (end - 1) / sector_size;
    if (last >= stamps.size()) stamps.resize(std::max(last + 1, stamps.size() * 2));
    for (std::size_t sector = begin / sector_size; sector <= last; ++sector) {
        count_ += stamps[sector] != launch_;
        stamps[sector] = launch_;
    }
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
