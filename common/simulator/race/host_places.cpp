// Where host code may store, and what it may read.
#include <link.h>

#include <algorithm>
#include <initializer_list>
#include <span>
#include <vector>

#include "simulator/memory/return_addresses.hpp"
#include "simulator/race/host_access.hpp"
#include "simulator/report/recorder.hpp"

namespace cusim::race {

using memory::Address;
using memory::Region;

constinit Region free_for_host[2] = {{0, 0}, {0, 0}};

namespace {

int add_data_of(dl_phdr_info* object, std::size_t, void* to) {
    auto& regions = *static_cast<std::vector<Region>*>(to);
    const bool is_program = object->dlpi_name[0] == 0;
    for (int i = 0; !is_program && i < object->dlpi_phnum; ++i) {
        const ElfW(Phdr)& part = object->dlpi_phdr[i];
        if (part.p_type == PT_LOAD && (part.p_flags & PF_W))
            regions.push_back({object->dlpi_addr + part.p_vaddr, part.p_memsz});
    }
    return 0;
}

// Also what the C library keeps of the thread: the guards of stacks and of pointers.
std::vector<Region> data_of_libraries() {
    std::vector<Region> regions;
    if (!memory::is_fenced()) return regions;
    dl_iterate_phdr(add_data_of, &regions);
    constexpr std::size_t kept_of_thread = 2304;  // glibc 2.36's struct pthread
    regions.push_back({reinterpret_cast<Address>(__builtin_thread_pointer()), kept_of_thread});
    return regions;
}

bool meet(const Region& region, Address a, std::size_t size) {
    return a < region.end() && a + size > region.base;
}

// The addresses round `a` that lie in none of the regions.
Region gap_round(Address a, std::initializer_list<std::span<const Region>> all) {
    Address begin = 0, end = ~Address{0};
    for (const auto& regions : all)
        for (const Region& region : regions) {
            if (region.size == 0) continue;
            if (region.end() <= a) begin = std::max(begin, region.end());
            if (region.base > a) end = std::min(end, region.base);
        }
    return {begin, end - begin};
}

}  // namespace

void check_host_place(Address a, std::size_t size, trace::Op op, const void* pc) {
    static const std::vector<Region> libraries = data_of_libraries();
    if (memory::is_runtime_data(a, size)) refuse_host_access(size, op, pc);
    const bool is_theirs =
        std::ranges::any_of(libraries, [&](const Region& region) { return meet(region, a, size); });
    if (is_theirs && op != trace::Op::read)
        refuse_host_access(op, pc, "there lie data of the C or the C++ library");
    if (is_theirs) return;
    free_for_host[1] = free_for_host[0];
    free_for_host[0] =
        gap_round(a, {libraries, memory::runtime_regions, memory::runtime_variables()});
}

void forget_free_for_host() {
    free_for_host[0] = free_for_host[1] = {0, 0};
}

}  // namespace cusim::race
