#include "simulator/race/closed_results.hpp"

#include <sys/mman.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <vector>

#include "simulator/memory/closed_data.hpp"
#include "simulator/memory/registered.hpp"
#include "simulator/memory/runtime_data.hpp"
#include "simulator/race/host_access.hpp"
#include "simulator/trace/memory_objects.hpp"

namespace cusim::race {

namespace {

using memory::Address;
using memory::Region;

constexpr std::size_t closed_page_size = 4 * memory::KiB;

constexpr Address page_of(Address a) {
    return a & ~Address{closed_page_size - 1};
}

bool left_open = false;
std::array<Address, 4> needed{};  // pages that one instruction needs
std::size_t needed_count = 0;

// Read while the runtime's data are closed, when nothing can be made.
std::vector<Region>* closed_pages = nullptr;

// Input arrays may be sealed: what cannot be opened for writing is opened for reading.
void open_pages(const Region& pages) {
    void* const begin = reinterpret_cast<void*>(pages.base);
    if (mprotect(begin, pages.size, PROT_READ | PROT_WRITE) != 0)
        mprotect(begin, pages.size, PROT_READ);
}

void close_pages(const Region& pages) {
    mprotect(reinterpret_cast<void*>(pages.base), pages.size, PROT_NONE);
}

// What closes and opens the pages uses this stack itself.
bool is_on_stack(const Region& range) {
    const auto here = reinterpret_cast<Address>(__builtin_frame_address(0));
    return range.end() > here - memory::MiB && range.base < here + 64 * memory::MiB;
}

void add_pages(Region range) {
    const Address first = page_of(range.base), end = page_of(range.end() + closed_page_size - 1);
    for (Address page = first; page < end; page += closed_page_size) {
        if (memory::is_runtime_data(page, closed_page_size)) continue;
        auto& all = *closed_pages;
        if (!all.empty() && all.back().end() == page)
            all.back().size += closed_page_size;
        else
            all.push_back({page, closed_page_size});
    }
}

void add_pages_of(trace::MemoryObject& object) {
    constexpr std::size_t bytes_of_flags = 64;
    const bool is_shared_with_host =
        object.kind == memory::MemoryKind::managed || object.kind == memory::MemoryKind::pinned;
    if (!is_shared_with_host || !object.touched_by_kernels || object.freed) return;
    const Region range{memory::registered_address(object.base), object.size};
    if (!is_on_stack(range))
        add_pages(range);
    else if (range.size > bytes_of_flags)
        count_read_of_results();
}

void close_or_open(bool closed) {
    if (!closed) {
        std::ranges::for_each(*closed_pages, open_pages);
        closed_pages->clear();
        left_open = false;
        return;
    }
    if (left_open) return;
    trace::memory_objects().for_each(add_pages_of);
    std::ranges::for_each(*closed_pages, close_pages);
}

}  // namespace

void close_results_for_library() {
    if (!closed_pages) closed_pages = new std::vector<Region>;
    memory::close_more = close_or_open;
}

bool is_in_closed_page(Address a) {
    const auto contains = [a](const Region& pages) { return pages.contains(a); };
    return closed_pages && std::ranges::any_of(*closed_pages, contains);
}

bool library_gets_results(Address a) {
    constexpr std::size_t longest_load = 64;
    if (!host_gets_results(a, longest_load)) return false;
    count_read_of_results();
    return true;
}

void instruction_needs(Address a) {
    if (needed_count < needed.size()) needed[needed_count++] = page_of(a);
}

void open_for_instruction() {
    for (std::size_t i = 0; i < needed_count; ++i) open_pages({needed[i], closed_page_size});
}

bool instruction_is_over() {
    const bool is_over = needed_count > 0;
    needed_count = 0;
    return is_over;
}

void leave_results_open() {
    left_open = true;
}

}  // namespace cusim::race
