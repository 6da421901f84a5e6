#include "simulator/memory/return_addresses.hpp"

#include <sys/mman.h>
#include <sys/resource.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>

#include "simulator/memory/fence_entries.hpp"

namespace cusim::memory {

constinit Region process_return_addresses{0, 0};

bool is_fenced() {
    return &__start_cusim_entries[0] != &__stop_cusim_entries[0];
}

bool map_return_addresses(Address stack, std::size_t size) {
    const Address place = stack - return_address_distance;
    void* const address = reinterpret_cast<void*>(place);
    void* const got =
        mmap(address, size, PROT_READ | PROT_WRITE,
             MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0);
    if (got != address) return false;
    madvise(address, size, MADV_NOHUGEPAGE);
    return true;
}

namespace {

constexpr std::size_t page = 4 * KiB;

// The space above the first fenced frame: main's caller, its arguments, the environment.
constexpr std::size_t above_frames = 256 * KiB;

std::size_t largest_stack() {
    rlimit limit{};
    if (getrlimit(RLIMIT_STACK, &limit) != 0) return 8 * MiB;
    return std::clamp<std::size_t>(limit.rlim_cur, 1 * MiB, 256 * MiB);
}

void map_for_process() {
    if (!is_fenced()) return;
    const auto here = reinterpret_cast<Address>(__builtin_frame_address(0));
    const Address end = (here + above_frames) & ~(page - 1);
    const std::size_t size = largest_stack() & ~(page - 1);
    if (map_return_addresses(end - size, size)) {
        process_return_addresses = {end - size - return_address_distance, size};
        return;
    }
    std::fputs("simulator: no memory for the return addresses of a fenced program\n", stderr);
    std::exit(EXIT_FAILURE);
}

// Runs before all constructors, since they return, too.
[[gnu::used, gnu::section(".preinit_array")]] void (*const first)() = map_for_process;

}  // namespace
}  // namespace cusim::memory
