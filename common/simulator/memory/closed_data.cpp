#include "simulator/memory/closed_data.hpp"

#include <sys/mman.h>

#include <algorithm>
#include <array>
#include <cstdlib>

#include "simulator/memory/runtime_data.hpp"

extern "C" {
constinit volatile bool __cusim_data_closed = false;
}

namespace cusim::memory {

void (*close_more)(bool closed) = nullptr;

namespace {

constexpr Address closed_page = 4 * KiB;

// Whole pages only: at both ends other variables share a page with the runtime's.
Region pages_within(const char* begin, const char* end) {
    const Address first = (reinterpret_cast<Address>(begin) + closed_page - 1) & ~(closed_page - 1);
    const Address last = reinterpret_cast<Address>(end) & ~(closed_page - 1);
    return first < last ? Region{first, last - first} : Region{0, 0};
}

constinit std::array<Region, 32> shadows{};
constinit std::size_t shadow_count = 0;

std::array<Region, 4> own_regions() {
    return {pages_within(__start_cusim_data, __stop_cusim_data),
            pages_within(__start_cusim_bss, __stop_cusim_bss), used_runtime_heap(),
            process_return_addresses};
}

void protect(const Region& region, int protection) {
    if (region.size == 0) return;
    void* const begin = reinterpret_cast<void*>(region.base);
    if (mprotect(begin, region.size, protection) != 0) std::abort();
}

void protect_all(int protection) {
    for (const Region& region : own_regions()) protect(region, protection);
    for (std::size_t i = 0; i < shadow_count; ++i) protect(shadows[i], protection);
}

}  // namespace

void close_with_data(Region shadow) {
    shadows.at(shadow_count++) = shadow;
}

void close_data() {
    __cusim_data_closed = true;
    if (close_more) close_more(true);
    protect_all(PROT_READ);
}

void open_data() {
    protect_all(PROT_READ | PROT_WRITE);
    if (close_more) close_more(false);
    __cusim_data_closed = false;
}

bool may_be_closed(Address a) {
    const auto contains = [a](const Region& region) { return region.contains(a); };
    return std::ranges::any_of(own_regions(), contains) ||
           std::any_of(shadows.begin(), shadows.begin() + shadow_count, contains);
}

}  // namespace cusim::memory
