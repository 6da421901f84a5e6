#include "simulator/race/shadow/shadow.hpp"

#include <sys/mman.h>
#include <unistd.h>

#include <cstring>
#include <initializer_list>
#include <new>

#include "simulator/memory/closed_data.hpp"

namespace cusim::race {

namespace {

void reserve(Address base, std::size_t size, bool huge) {
    constexpr std::size_t page = 2 * memory::MiB;
    const Address from = base & ~(page - 1);
    const Address to = (base + size + page - 1) & ~(page - 1);
    void* const at = reinterpret_cast<void*>(from);
    if (mmap(at, to - from, PROT_READ | PROT_WRITE,
             MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0) != at)
        throw std::bad_alloc{};
    if (huge) madvise(at, to - from, MADV_HUGEPAGE);
    memory::close_with_data({from, to - from});
}

// Calls `whole(byte address, count)` for the complete bytes of the bitmap, and `edge(bit address)`
// for the bits before and after them.
template <class Whole, class Edge>
void for_bits(Address base, std::size_t size, Whole whole, Edge edge) {
    Address a = base;
    const Address end = base + size;
    while (a < end && a % 8) edge(a++);
    if (const std::size_t bytes = (end - a) / 8; a < end && bytes) {
        whole(reinterpret_cast<std::uint8_t*>(memory::given_address(a)), bytes);
        a += bytes * 8;
    }
    while (a < end) edge(a++);
}

std::uint8_t& bitmap_byte(Address a) {
    return *reinterpret_cast<std::uint8_t*>(memory::given_address(a));
}

// Returns whole pages to the system, which supplies zeros when they are touched again: an
// allocation of gigabytes that is never used costs nothing.
void clear(std::uint8_t* bytes, std::size_t count) {
    constexpr std::size_t page = 4 * memory::KiB, worth_a_call = 64 * memory::KiB;
    if (count < worth_a_call) {
        std::memset(bytes, 0, count);
        return;
    }
    const Address begin = reinterpret_cast<Address>(bytes), end = begin + count;
    const Address first = (begin + page - 1) & ~(page - 1), last = end & ~(page - 1);
    std::memset(bytes, 0, first - begin);
    madvise(reinterpret_cast<void*>(first), last - first, MADV_DONTNEED);
    std::memset(reinterpret_cast<void*>(last), 0, end - last);
}

}  // namespace

void map_shadow() {
    static const bool mapped = [] {
        for (const memory::Region region :
             {memory::program, memory::device_heap, memory::host_visible_heap,
              memory::registered_shadow, memory::shared_arenas}) {
            // Small objects do not get huge pages: a program's few variables, or the small shared
            // memory of each of thousands of blocks that wait for each other.
            const bool huge =
                region.base != memory::program.base && region.base != memory::shared_arenas.base;
            for (const Address plane : {memory::write_plane, memory::read_plane})
                reserve(memory::plane_address(region.base, plane), region.size * 2, huge);
            reserve(memory::plane_address(region.base, memory::second_plane), region.size * 2,
                    false);
            reserve(memory::row_address(region.base), region.size / memory::sector_size * 8,
                    region.base != 0);
            reserve(memory::given_address(region.base), region.size / 8, false);
        }
        return true;
    }();
    static_cast<void>(mapped);
}

void choose_pages(Address base, std::size_t size, bool in_use) {
    constexpr std::size_t page = 2 * memory::MiB, shadow_of_byte = 4;
    static const std::size_t half_of_memory =
        std::size_t(sysconf(_SC_PHYS_PAGES)) * std::size_t(sysconf(_SC_PAGESIZE)) / 2;
    if (size / page == 0 || size < half_of_memory / (1 + shadow_of_byte)) return;
    const auto advise = [&](Address begin, Address end) {
        const Address first = (begin + page - 1) & ~(page - 1), last = end & ~(page - 1);
        madvise(reinterpret_cast<void*>(first), last - first,
                in_use ? MADV_NOHUGEPAGE : MADV_HUGEPAGE);
    };
    for (const Address plane : {memory::write_plane, memory::read_plane})
        advise(memory::plane_address(base, plane), memory::plane_address(base + size, plane));
    advise(memory::row_address(base), memory::row_address(base + size));
    advise(base, base + size);
}

void give(Address base, std::size_t size) {
    for_bits(
        base, size, [](std::uint8_t* p, std::size_t n) { std::memset(p, 0xff, n); },
        [](Address a) { bitmap_byte(a) |= 1u << a % 8; });
}

void take_back(Address base, std::size_t size) {
    for_bits(base, size, clear, [](Address a) { bitmap_byte(a) &= ~(1u << a % 8); });
}

void clear_shadow(Address base, std::size_t size) {
    const Address end = (base + size + 3) & ~Address{3};
    for (const Address plane : {memory::write_plane, memory::read_plane})
        clear(reinterpret_cast<std::uint8_t*>(memory::plane_address(base, plane)),
              memory::plane_address(end, plane) - memory::plane_address(base, plane));
    clear(reinterpret_cast<std::uint8_t*>(memory::row_address(base)),
          memory::row_address(end + memory::sector_size - 1) - memory::row_address(base));
}

bool is_given(Address byte) {
    return bitmap_byte(byte) >> byte % 8 & 1;
}

}  // namespace cusim::race
