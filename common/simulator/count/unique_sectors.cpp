#include "simulator/count/unique_sectors.hpp"

#include <algorithm>
#include <bit>

#include "simulator/memory/layout.hpp"

namespace cusim::count {

using memory::Address;
using memory::sector_size;

void UniqueSectors::Bits::make_room(std::size_t word) {
    if (word >= words_.size()) words_.resize(std::max(word + 1, words_.size() * 2));
}

void UniqueSectors::Bits::set(std::size_t first, std::size_t last) {
    const std::size_t from = first / 64, to = last / 64;
    make_room(to);
    lowest_ = std::min(lowest_, from);
    highest_ = std::max(highest_, to);
    for (std::size_t i = from; i <= to; ++i) {
        std::uint64_t mask = ~std::uint64_t{0};
        if (i == from) mask &= mask << first % 64;
        if (i == to) mask &= ~std::uint64_t{0} >> (63 - last % 64);
        const std::uint64_t fresh = mask & ~words_[i];
        if (fresh == 0) continue;
        words_[i] |= fresh;
        count_ += static_cast<unsigned>(std::popcount(fresh));
    }
}

void UniqueSectors::Bits::set_apart(std::size_t first, std::size_t gap, unsigned count) {
    constexpr std::size_t word_bytes = 64 * sector_size;
    const std::size_t last = first + gap * (count - 1);
    make_room(last / word_bytes);
    lowest_ = std::min(lowest_, first / word_bytes);
    highest_ = std::max(highest_, last / word_bytes);
    std::uint64_t fresh = 0;
    for (std::size_t at = first; at <= last; at += gap) {
        std::uint64_t& word = words_[at / word_bytes];
        const unsigned bit = at / sector_size % 64;
        fresh += ~word >> bit & 1;
        word |= std::uint64_t{1} << bit;
    }
    count_ += fresh;
}

void UniqueSectors::Bits::clear() {
    if (count_ == 0) return;
    std::fill(words_.begin() + static_cast<std::ptrdiff_t>(lowest_),
              words_.begin() + static_cast<std::ptrdiff_t>(highest_) + 1, 0);
    lowest_ = ~std::size_t{0};
    highest_ = 0;
    count_ = 0;
}

void UniqueSectors::touch(const trace::WarpRequest& request) {
    for (std::uint32_t lanes = request.mask; lanes != 0; lanes &= lanes - 1) {
        const Address a = request.address[std::countr_zero(lanes)];
        if (a / sector_size == last_) continue;  // the lane before touched it
        touch(a, a + 1);
    }
}

void UniqueSectors::touch(Address begin, Address end) {
    const Address first = begin / sector_size, last = (end - 1) / sector_size;
    if (first == last && last == last_) return;
    last_ = last;
    using memory::device_heap, memory::host_visible_heap;
    if (device_heap.contains(begin))
        return device_.set(first - device_heap.base / sector_size,
                           last - device_heap.base / sector_size);
    if (host_visible_heap.contains(begin))
        return host_visible_.set(first - host_visible_heap.base / sector_size,
                                 last - host_visible_heap.base / sector_size);
    for (Address sector = first; sector <= last; ++sector) elsewhere_.insert(sector);
}

void UniqueSectors::touch(Address first, Address gap, unsigned count) {
    const memory::Region& heap = memory::device_heap;
    if (heap.contains(first) && heap.contains(first + gap * (count - 1)))
        return device_.set_apart(first - heap.base, gap, count);
    for (unsigned i = 0; i < count; ++i) touch(first + i * gap, first + i * gap + 1);
}

void UniqueSectors::clear() {
    last_ = 0;
    elsewhere_.clear();
    device_.clear();
    host_visible_.clear();
}

}  // namespace cusim::count
