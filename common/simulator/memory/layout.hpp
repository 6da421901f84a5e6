// The address layout of everything that a kernel can access. Addresses are fixed, so that reports
// are identical from run to run, and the shadow address of any byte is a linear function of its
// address. Used by the directories that map memory (memory/, exec/) and by race/, which checks
// accesses; this file maps nothing.
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

// For cudaMalloc. PROT_NONE while host code runs, so that a host access faults as on a real
// machine.
constexpr Region device_heap{0x1000'0000'0000, 8 * GiB};
// For cudaMallocManaged, cudaMallocHost, cudaHostAlloc. Both sides may access it, so it is always
// mapped.
constexpr Region host_visible_heap{0x1100'0000'0000, 4 * GiB};
// Never mapped. For the host, what a kernel has made points here for its table of functions
// (host_tables.hpp).
constexpr Region device_tables{0x1140'0000'0000, 128 * KiB};
// Never mapped. The host's addresses of the device's functions lie here (host_functions.hpp).
constexpr Region host_functions{0x1150'0000'0000, 4 * GiB};
// No memory is here. The shadow of this region belongs to host memory that cudaHostRegister opened
// to kernels, whose addresses may be anywhere (registered.hpp).
constexpr Region registered_shadow{0x1200'0000'0000, 8 * GiB};
// One slot for the shared variables of each resident block.
constexpr Region shared_arenas{0x1800'0000'0000, 2 * GiB};
constexpr std::size_t shared_arena_size = 256 * KiB;
// The stacks of simulated threads.
constexpr Region fiber_stacks{0x3000'0000'0000, 32 * GiB};
// Static data of the (non-PIE) program: __device__, __constant__ and __managed__ variables.
constexpr Region program{0, 4 * GiB};

// Every allocation of a heap starts at a multiple of this, and at least as many unused bytes follow
// it, so that a step past the end never lands in another allocation.
constexpr std::size_t allocation_alignment = 256;
constexpr std::size_t red_zone = 256;

// Shadow addresses are linear in the data's address, for all the regions above. Each plane has 8
// bytes for each aligned word. A plane to which a program never writes costs no memory.
constexpr Address plane_address(Address a, Address plane) {
    return (a & ~Address{3}) * 2 + plane;
}
constexpr Address write_plane = 0x0800'0000'0000;   // the last writer
constexpr Address read_plane = 0x0840'0000'0000;    // one reader
constexpr Address second_plane = 0x0880'0000'0000;  // a second reader
// 8 bytes for each aligned sector: the lanes of a warp that read it, in order of their addresses.
constexpr std::size_t sector_size = 32;
constexpr Address row_address(Address a) {
    return a / sector_size * 8 + 0x08c0'0000'0000;
}
// One bit for each byte: "the host has written it".
constexpr Address given_address(Address a) {
    return a / 8 + 0x0400'0000'0000;
}

}  // namespace cusim::memory
