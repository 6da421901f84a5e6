#include "simulator/memory/host_blocks.hpp"

#include <malloc.h>
#include <sys/mman.h>

#include <iterator>
#include <map>

namespace cusim::memory {
namespace {

constexpr std::size_t alignment = 16;  // malloc's

// What the C library has given: more than was asked for, by less than it would give for another
// byte. The two together tell whether the block is still the one that was noted.
struct Block {
    std::size_t size = 0, given = 0;
};

// By address.
std::map<Address, Block>& blocks() {
    static auto& instance = *new std::map<Address, Block>;  // outlives static destructors
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

bool is_there(Address base, const Block& block) {
    return is_mapped(base - alignment) && is_mapped(base) &&
           given_for(reinterpret_cast<const void*>(base)) == block.given;
}

}  // namespace

void note_host_block(const void* base, std::size_t size) {
    if (base)
        blocks().insert_or_assign(reinterpret_cast<Address>(base), Block{size, given_for(base)});
}

void forget_host_block(const void* base) {
    blocks().erase(reinterpret_cast<Address>(base));
}

std::optional<Region> host_block_at(const void* address) {
    const auto a = reinterpret_cast<Address>(address);
    const auto behind = blocks().upper_bound(a);
    if (behind == blocks().begin()) return std::nullopt;
    const auto& [base, block] = *std::prev(behind);
    if (a - base >= block.given || !is_there(base, block)) return std::nullopt;
    return Region{base, block.size};
}

}  // namespace cusim::memory
