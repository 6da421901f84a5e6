// Small blocks are many, and are looked for by their beginning: in a table by hash, in steps of
// malloc's alignment down from an address within one. Large blocks are few, and lie in a tree.
#include "simulator/memory/host_blocks.hpp"

#include <malloc.h>
#include <sys/mman.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <vector>

namespace cusim::memory {
namespace {

constexpr std::size_t alignment = 16, smallest_large = 32 * KiB;

// What the C library has given: more than was asked for, by less than it would give for another
// byte. The two together tell whether the block is still the one that was noted.
struct Block {
    Address base = 0;
    std::size_t size = 0, given = 0;
};

// Linear probing. A block that is removed leaves no gap: those behind it move up.
class SmallBlocks {
  public:
    void add(const Block& block) {
        if (2 * (count_ + 1) > slots_.size()) grow();
        lowest_ = std::min(lowest_, block.base);
        highest_ = std::max(highest_, block.base);
        Block& slot = slots_[slot_of(block.base)];
        count_ += slot.base == 0;
        slot = block;
    }
    void remove(Address base) {
        if (base < lowest_ || base > highest_) return;
        std::size_t hole = slot_of(base);
        if (slots_[hole].base == 0) return;
        --count_;
        for (std::size_t i = next(hole); slots_[i].base != 0; i = next(i)) {
            const std::size_t wanted = hash(slots_[i].base);
            if (distance(wanted, i) < distance(hole, i)) continue;
            slots_[hole] = slots_[i];
            hole = i;
        }
        slots_[hole] = {};
    }
    const Block* at(Address a) const {
        if (a < lowest_ || a >= highest_ + smallest_large) return nullptr;
        for (Address base = a / alignment * alignment; a - base < smallest_large;
             base -= alignment) {
            const Block& block = slots_[slot_of(base)];
            if (block.base != 0) return &block;
        }
        return nullptr;
    }

  private:
    std::size_t hash(Address base) const {
        return base / alignment * 0x9e3779b97f4a7c15u >> shift_;
    }
    std::size_t next(std::size_t i) const { return (i + 1) & (slots_.size() - 1); }
    std::size_t distance(std::size_t from, std::size_t to) const {
        return (to - from) & (slots_.size() - 1);
    }
    std::size_t slot_of(Address base) const {
        std::size_t i = hash(base);
        while (slots_[i].base != 0 && slots_[i].base != base) i = next(i);
        return i;
    }
    void grow() {
        std::vector<Block> old(slots_.empty() ? 1024 : 2 * slots_.size());
        old.swap(slots_);
        shift_ = 64 - __builtin_ctzll(slots_.size());
        for (const Block& block : old)
            if (block.base != 0) slots_[slot_of(block.base)] = block;
    }

    std::vector<Block> slots_;
    std::size_t count_ = 0;
    int shift_ = 0;
    Address lowest_ = ~Address{0} - smallest_large, highest_ = 0;
};

struct Blocks {
    SmallBlocks small;
    std::map<Address, Block> large;
};

Blocks& blocks() {
    static auto& instance = *new Blocks;  // outlives static destructors
    return instance;
}

std::size_t given_for(const void* base) {
    return malloc_usable_size(const_cast<void*>(base));
}

// Other code may have freed the block, and its pages may be gone.
bool is_mapped(Address a) {
    constexpr Address page = 4096;
    unsigned char state;
    return mincore(reinterpret_cast<void*>(a / page * page), 1, &state) == 0;
}

bool is_there(const Block& block) {
    const Address header = block.base - alignment;
    return is_mapped(header) && is_mapped(block.base) &&
           given_for(reinterpret_cast<const void*>(block.base)) == block.given;
}

const Block* block_at(Address a) {
    if (const Block* const small = blocks().small.at(a); small && a - small->base < small->given)
        return small;
    const auto behind = blocks().large.upper_bound(a);
    if (behind == blocks().large.begin()) return nullptr;
    const Block& block = std::prev(behind)->second;
    return a - block.base < block.given ? &block : nullptr;
}

}  // namespace

void note_host_block(const void* base, std::size_t size) {
    if (!base) return;
    const Block block{reinterpret_cast<Address>(base), size, given_for(base)};
    if (block.given < smallest_large) {
        if (!blocks().large.empty()) blocks().large.erase(block.base);
        return blocks().small.add(block);
    }
    blocks().small.remove(block.base);
    blocks().large.insert_or_assign(block.base, block);
}

void forget_host_block(const void* base) {
    const auto a = reinterpret_cast<Address>(base);
    blocks().small.remove(a);
    if (!blocks().large.empty()) blocks().large.erase(a);
}

std::optional<Region> host_block_at(const void* address) {
    const Block* const block = block_at(reinterpret_cast<Address>(address));
    if (!block || !is_there(*block)) return std::nullopt;
    return Region{block->base, block->size};
}

}  // namespace cusim::memory
