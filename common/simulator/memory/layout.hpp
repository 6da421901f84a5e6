// Where everything a kernel can touch lives: fixed addresses, so that reports are identical from
// run to run and one multiplication finds the shadow of any byte. Shared by the rooms that map
// memory (memory/, exec/) and the room that checks its use (race/); it maps nothing itself.
#pragma once

#include <cstddef>
#include <cstdint>

namespace cusim::memory {

using Address = std::uintptr_t;

constexpr std::size_t KiB = 1024, MiB = 1024 * KiB, GiB = 1024 * MiB;

struct Region {
    Address base;
    std::size_t size;

    constexpr bool contains(Address a) const { return a - base < size; }
    bool contains(const void* p) const { return contains(reinterpret_cast<Address>(p)); }
    constexpr Address end() const { return base + size; }
};

// cudaMalloc. PROT_NONE while host code runs, so that a host access faults as on a real machine.
constexpr Region device_heap{0x1000'0000'0000, 8 * GiB};
// cudaMallocManaged, cudaMallocHost, cudaHostAlloc: both sides may touch it, always mapped.
constexpr Region host_visible_heap{0x1100'0000'0000, 4 * GiB};
// Nothing lies here: the shadow of this region is that of the host's memory that cudaHostRegister
// opened to kernels, wherever it may lie (registered.hpp).
constexpr Region registered_shadow{0x1200'0000'0000, 8 * GiB};
// One slot per resident block for its shared variables.
constexpr Region shared_arenas{0x1800'0000'0000, 2 * GiB};
constexpr std::size_t shared_arena_size = 256 * KiB;
// The stacks of simulated threads.
constexpr Region fiber_stacks{0x3000'0000'0000, 32 * GiB};
// Static data of the (non-PIE) program: __device__, __constant__ and __managed__ variables.
constexpr Region program{0, 4 * GiB};

// Every allocation of a heap starts on this boundary and is followed by at least as many bytes
// that belong to nobody, so that a step past the end never lands in a neighbour.
constexpr std::size_t allocation_alignment = 256;
constexpr std::size_t red_zone = 256;

// Shadow addresses are linear in the data's address, for all the regions above at once. Each plane
// has 8 bytes per aligned word; a plane that a program does not come to write costs no memory.
constexpr Address plane_address(Address a, Address plane) {
    return (a & ~Address{3}) * 2 + plane;
}
constexpr Address write_plane = 0x0800'0000'0000;   // the last writer
constexpr Address read_plane = 0x0840'0000'0000;    // the reader to remember
constexpr Address second_plane = 0x0880'0000'0000;  // and a second one
// 8 bytes per aligned sector: a warp's row of lanes that read it, one next to the other.
constexpr std::size_t sector_size = 32;
constexpr Address row_address(Address a) {
    return a / sector_size * 8 + 0x08c0'0000'0000;
}
// one bit per byte, "the host gave it a value":
constexpr Address given_address(Address a) {
    return a / 8 + 0x0400'0000'0000;
}

}  // namespace cusim::memory
