#include "simulator/race/findings/garbage.hpp"

#include <cstring>
#include <utility>

#include "simulator/memory/garbage_byte.hpp"

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
            return memory::garbage_byte << 24 | mixed;
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

void GarbageCopies::comes_to_host(Address to, GarbagePiece from,
                                  std::shared_ptr<report::Finding> copied) {
    if (copies_.size() >= most_copies) return;
    // Whoever filled the memory before it counted as unwritten looks for that value.
    if (from.value() == 0) from.store(Pattern::negative);
    copies_.insert_or_assign(to, Copy{from.size, from.value(), {}, std::move(copied)});
    lie_on_host_ = true;
}

const GarbageCopies::Copy* GarbageCopies::known(GarbagePiece piece) const {
    auto copy = copies_.find(piece.address);
    if (copy != copies_.end() && copy->second.size == piece.size)
        return copy->second.value == piece.value() ? &copy->second : nullptr;
    if (piece.size == 4) return nullptr;
    copy = copies_.find(piece.address & ~Address{3});
    if (copy == copies_.end() || copy->second.size != 4) return nullptr;
    const GarbagePiece word{copy->first, 4};
    return copy->second.value == word.value() ? &copy->second : nullptr;
}

const report::ReadSite* GarbageCopies::origin(GarbagePiece piece) const {
    const Copy* const copy = known(piece);
    return copy && !copy->copied && copy->size == piece.size ? &copy->origin : nullptr;
}

void GarbageCopies::moves(Address to, Address from, std::size_t size) {
    if (copies_.empty()) return;
    std::map<Address, Copy> moved;
    if (from)
        for (auto copy = copies_.lower_bound(from); copy != copies_.lower_bound(from + size);
             ++copy)
            if (known({copy->first, copy->second.size}))
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
    const Copy* first = nullptr;
    for_pieces(a, size, [&](GarbagePiece piece) {
        const Copy* const copy = known(piece);
        if (copy) garbage += piece.size;
        if (!first) first = copy;
    });
    if (garbage != size) return;
    if (!first->copied) return report::release(first->origin);
    report::Finding finding = *first->copied;
    finding.self = {.site = {.pc = pc}, .host = true, .op = report::Op::read};
    report::emit(std::move(finding));
}

void GarbageCopies::host_stores(Address a, std::size_t size, const void* pc) {
    const bool copies = size > most_of_a_number && size == latest_.size && pc == latest_.pc;
    moves(a, copies ? latest_.address : 0, size);
}

}  // namespace cusim::race
