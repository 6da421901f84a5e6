#include "simulator/race/garbage.hpp"

#include <cstring>
#include <utility>

namespace cusim::race {

namespace {

// Host code that reads up to so many bytes uses them as one number; more are a struct or an array.
constexpr std::size_t most_of_a_number = 8;
constexpr std::size_t most_copies = std::size_t{1} << 20;

bool is_host_memory(Address a) {
    return !memory::device_heap.contains(a);
}

}  // namespace

std::uint32_t garbage_word(Pattern pattern, Address word) {
    const auto mixed = static_cast<std::uint32_t>((word >> 2) * 0x9e37'79b9'7f4a'7c15 >> 40);
    switch (pattern) {
        case Pattern::negative:
            return 0xfe00'0000 | mixed;
        case Pattern::positive:
            return 0x3f00'0000 | mixed;
        case Pattern::zero:
            return 0;
        case Pattern::one:
            break;
    }
    return 1;
}

std::uint32_t GarbagePiece::value() const {
    std::uint32_t value = 0;
    std::memcpy(&value, reinterpret_cast<const void*>(address), size);
    return value;
}

void GarbagePiece::store(Pattern pattern) const {
    const std::uint32_t word = garbage_word(pattern, address & ~Address{3});
    std::memcpy(reinterpret_cast<void*>(address),
                reinterpret_cast<const unsigned char*>(&word) + address % 4, size);
}

void for_pieces(Address a, std::size_t size, const std::function<void(GarbagePiece)>& visit) {
    if (size < 4) {
        if (a % 4 + size <= 4) visit({a, static_cast<unsigned>(size)});
        return;
    }
    for (Address word = (a + 3) & ~Address{3}; word + 4 <= a + size; word += 4) visit({word, 4});
}

GarbageCopies& garbage_copies() {
    static GarbageCopies& instance = *new GarbageCopies;
    return instance;
}

void GarbageCopies::add(GarbagePiece piece, const report::ReadSite& origin) {
    if (copies_.size() >= most_copies) return report::release(origin);
    piece.store(Pattern::negative);
    copies_.insert_or_assign(piece.address, Copy{piece.size, piece.value(), origin});
}

const report::ReadSite* GarbageCopies::origin(GarbagePiece piece) const {
    const auto copy = copies_.find(piece.address);
    const bool is_there = copy != copies_.end() && copy->second.size == piece.size &&
                          copy->second.value == piece.value();
    return is_there ? &copy->second.origin : nullptr;
}

void GarbageCopies::moves(Address to, Address from, std::size_t size) {
    if (copies_.empty()) return;
    std::map<Address, Copy> moved;
    if (from)
        for (auto copy = copies_.lower_bound(from); copy != copies_.lower_bound(from + size);
             ++copy)
            if (origin({copy->first, copy->second.size}))
                moved.emplace(copy->first - from + to, copy->second);
    forget(to, size);
    std::size_t bytes = 0;
    for (const auto& [address, copy] : moved) bytes += copy.size;
    if (bytes == size && !is_host_memory(from) && is_host_memory(to))
        for (const auto& [address, copy] : moved) report::release(copy.origin);
    for (auto& [address, copy] : moved) {
        lie_on_host_ |= is_host_memory(address);
        copies_.emplace(address, std::move(copy));
    }
}

void GarbageCopies::forget(Address a, std::size_t size) {
    copies_.erase(copies_.lower_bound(a), copies_.lower_bound(a + size));
}

void GarbageCopies::host_reads(Address a, std::size_t size, const void* pc) {
    latest_ = {a, size, pc};
    if (size > most_of_a_number) return;
    std::size_t garbage = 0;
    const report::ReadSite* first = nullptr;
    for_pieces(a, size, [&](GarbagePiece piece) {
        const report::ReadSite* const origin = this->origin(piece);
        if (origin) garbage += piece.size;
        if (!first) first = origin;
    });
    if (garbage == size) report::release(*first);
}

void GarbageCopies::host_stores(Address a, std::size_t size, const void* pc) {
    const bool copies = size > most_of_a_number && size == latest_.size && pc == latest_.pc;
    moves(a, copies ? latest_.address : 0, size);
}

}  // namespace cusim::race
