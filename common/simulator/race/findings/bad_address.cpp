#include "simulator/race/findings/bad_address.hpp"

#include <fmt/format.h>
#include <link.h>

#include <cstdint>
#include <limits>
#include <optional>

#include "cusim/builtins.hpp"
#include "number_of.hpp"
#include "simulator/memory/host_tables.hpp"
#include "simulator/memory/registered.hpp"
#include "simulator/race/findings/host_objects.hpp"
#include "simulator/race/findings/parties.hpp"
#include "simulator/race/order/happens_before.hpp"
#include "simulator/race/shadow/byte_cells.hpp"

extern "C" {
// Symbols that the linker defines. Text and constants come first, then .data and .bss.
extern char __executable_start;
extern char data_start __attribute__((weak));
extern char end;
}

namespace cusim::race {

using memory::Address;
using report::Finding;

namespace {

Address at(const char& symbol) {
    return reinterpret_cast<Address>(&symbol);
}

// The distance from the first allocation that a wrong index may reach.
constexpr std::size_t beside_heap = 64 * memory::GiB;

std::string bytes(std::size_t n) {
    return words::number_of(n, "byte");
}

// Such as "it is 4 bytes past the end of the 1024 bytes of d_y".
std::string distance(const trace::MemoryObject& object, Address a, std::size_t size) {
    const std::string whose = *object.best_name() ? fmt::format(" of {}", object.best_name())
                                                  : std::string{" allocated there"};
    const std::string bytes_of_it = fmt::format("the {}{}", bytes(object.size), whose);
    if (a < object.base)
        return fmt::format("it is {} before {}", bytes(object.base - a), bytes_of_it);
    if (a - object.base == object.size) return fmt::format("it is right behind {}", bytes_of_it);
    if (a - object.base > object.size)
        return fmt::format("it is {} past the end of {}", bytes(a - object.base - object.size),
                           bytes_of_it);
    return fmt::format("its last {} lie past the end of {}",
                       bytes(a + size - object.base - object.size), bytes_of_it);
}

// Of an array of structs: a member's index is that of its struct, as the line writes it.
void count_elements(Finding& finding, const trace::MemoryObject& object) {
    if (!finding.index || !object.shape || !object.shape->is_array) return;
    const auto element = static_cast<long>(object.shape->element);
    if (finding.element_size >= element) return;
    const long offset = *finding.index * finding.element_size;
    finding.index = offset / element - (offset % element < 0 ? 1 : 0);
    finding.elements = static_cast<long>(object.size) / element;
    finding.element_size = element;
}

void describe_beside(Finding& finding, const trace::MemoryObject& object, const Access& access) {
    finding.kind = report::FindingKind::out_of_bounds;
    describe(finding, object, access);
    count_elements(finding, object);
    finding.cause = distance(object, access.address, access.size);
    finding.begins_inside = access.address - object.base < object.size;
}

// The last of the block's own variables that begins at or below the address; an empty object if
// there is none.
trace::MemoryObject variable_below(const ThreadClock& me, Address a) {
    trace::MemoryObject nearest;
    for (const trace::SharedVariable& variable : me.block->shared)
        if (variable.base <= a && variable.base >= nearest.base)
            nearest = {.base = variable.base,
                       .size = variable.size,
                       .shared = true,
                       .name = variable.name,
                       .shape = variable.shape};
    return nearest;
}

// Describes the position relative to the nearest of the block's own variables, or of the
// allocations.
Finding in_shared(const ThreadClock& me, const Access& access, Finding finding) {
    finding.kind = report::FindingKind::out_of_bounds;
    finding.space = report::Space::shared;
    const Address a = access.address;
    if (const trace::Cluster::Member* const member = trace::member_with(*me.block, a);
        member && !member->block) {
        finding.kind = report::FindingKind::use_after_free;
        finding.variant = report::Variant::ended_block;
        finding.cause = member->ended ? "the block whose memory it is has ended"
                                      : "the block whose memory it is has not begun";
        return finding;
    }
    if (a - me.block->arena >= memory::shared_arena_size) {
        finding.cause = "the address lies in the shared memory of another block";
        return finding;
    }
    const trace::MemoryObject nearest = variable_below(me, a);
    if (nearest.base)
        describe_beside(finding, nearest, access);
    else
        finding.cause = "the block has no shared variable there";
    return finding;
}

// The allocation from which a small negative index, converted to unsigned 32 bits, leads to this
// address. If there are several, the one whose index is nearest to zero.
const trace::MemoryObject* reached_by_unsigned_index(const Access& access) {
    constexpr std::size_t wrap = std::size_t{1} << 32, small = 1 << 16;
    const trace::MemoryObject* found = nullptr;
    for (const trace::MemoryObject* object = trace::memory_objects().before(access.address);
         object && object->base != 0; object = trace::memory_objects().before(object->base - 1)) {
        const std::size_t offset = access.address - object->base;
        const std::size_t index = offset / access.size;
        if (index >= wrap) break;
        if (!object->freed && offset % access.size == 0 && index > wrap - small) found = object;
    }
    return found;
}

void add_neighbour(Finding& finding, const trace::MemoryObject& object) {
    finding.neighbour = report::Neighbour{.variable = object.best_name(),
                                          .address = object.base,
                                          .bytes = static_cast<long>(object.size)};
}

// The allocation from which the least int, or one little above, leads to this address. A float that
// is NaN or too large becomes the least int, and a few elements more are those of a struct or a
// group; what overflows gives such an int, too.
const trace::MemoryObject* reached_by_least_int(const Access& access) {
    constexpr std::int64_t no_int = std::numeric_limits<std::int32_t>::min(), group = 16;
    const auto size = static_cast<std::int64_t>(access.size);
    const trace::MemoryObject* object =
        trace::memory_objects().before(access.address - no_int * size);
    if (!object || object->freed) return nullptr;
    const auto offset = static_cast<std::int64_t>(access.address - object->base);
    const bool is_element = offset < 0 && offset % size == 0 && offset / size < no_int + group;
    return is_element ? object : nullptr;
}

// The allocation of which the address would be an element if the index had not overflowed an int:
// one with more elements than an int counts.
const trace::MemoryObject* reached_by_overflowed_int(const Access& access) {
    const auto size = static_cast<std::int64_t>(access.size);
    const std::int64_t wrap = (std::int64_t{1} << 32) * size;
    for (const trace::MemoryObject* object = trace::memory_objects().behind(access.address); object;
         object = trace::memory_objects().behind(object->base)) {
        const auto before = static_cast<std::int64_t>(object->base - access.address);
        if (before > wrap / 2) break;
        if (!object->freed && before % size == 0 && object->holds(access.address + wrap, size))
            return object;
    }
    return nullptr;
}

// Whether another thread of the running launch has freed the memory there, and nothing orders that
// before what `me` does now. A kernel's free() leaves its mark in the shadow as a store would.
bool is_freed_beside(const ThreadClock& me, Address a) {
    const trace::MemoryObject* const object = trace::memory_objects().find(a);
    if (!object || !object->freed_by || object->freed_by->host) return false;
    const PastAccess latest = last_write(object->base);
    return trace::pc_of(latest.site()) == object->freed_by->site.pc &&
           !ordered(Point::of(me), latest);
}

Finding in_heap(const Access& access, Finding finding) {
    finding.kind = report::FindingKind::out_of_bounds;
    finding.space = report::Space::global;
    const Address a = access.address;
    const trace::MemoryObject* const before = trace::memory_objects().before(a);
    const trace::MemoryObject* const behind = trace::memory_objects().behind(a);
    if (before && before->freed && before->holds(a, 1)) {
        describe(finding, *before, access);
        finding.kind = report::FindingKind::use_after_free;
        return finding;
    }
    if (const trace::MemoryObject* const object = reached_by_least_int(access)) {
        describe_beside(finding, *object, access);
        finding.variant = report::Variant::least_int;
        return finding;
    }
    if (const trace::MemoryObject* const object = reached_by_overflowed_int(access)) {
        describe_beside(finding, *object, access);
        return finding;
    }
    const auto in_same_heap = [&](const trace::MemoryObject* object) {
        return object && !object->freed &&
               (a < object->base ? object->base - a : a - object->base) < memory::device_heap.size;
    };
    const bool is_before = in_same_heap(before), is_behind = in_same_heap(behind);
    const bool close_behind = is_behind && behind->base - a <= memory::red_zone / 2;
    if (close_behind || is_before)
        describe_beside(finding, close_behind ? *behind : *before, access);
    if (is_before && is_behind) add_neighbour(finding, close_behind ? *before : *behind);
    if (finding.address != 0) return finding;
    if (const trace::MemoryObject* const object = reached_by_unsigned_index(access)) {
        describe_beside(finding, *object, access);
        finding.cause = "that is far past the end";
    } else
        finding.cause = "nothing is allocated there";
    return finding;
}

// For static data: past the end of a device variable, in a variable of the host, or in a table of
// virtual functions that is the host's.
Finding in_program(const Access& access, Finding finding) {
    const bool is_copied = memory::is_host_table(access.address);
    if (is_copied || looks_in_hosts_table(access)) {
        finding.kind = report::FindingKind::host_pointer;
        finding.cause =
            std::string("it looks for a virtual function in a table of the host's, since the ") +
            "object was made on the host" + (is_copied ? " and copied" : "");
        finding.variant = report::Variant::host_table;
        return finding;
    }
    const trace::MemoryObject* const before = trace::memory_objects().before(access.address);
    if (before && before->base >= at(data_start) &&
        access.address - before->base < before->size + memory::red_zone) {
        describe_beside(finding, *before, access);
        return finding;
    }
    finding.kind = report::FindingKind::host_pointer;
    finding.space = report::Space::host;
    finding.cause = access.address < at(data_start) ? "it is a constant of the program"
                                                    : "it is a variable of the host program";
    if (access.address >= at(data_start)) finding.variant = report::Variant::host_variable;
    return finding;
}

// In front of the program lies nothing: an index from a null pointer leads there.
bool is_near_null(Address a) {
    const Address begin = at(__executable_start);
    return a < 64 * memory::KiB || (a < begin && memory::program.contains(begin));
}

Access moved_to(Address place, Access access) {
    access.address = place;
    return access;
}

// The part of a loaded module that cannot be written: text, literals and vtables.
std::optional<memory::Region> constants_at(Address a) {
    struct Search {
        Address wanted;
        std::optional<memory::Region> found;
    } search{a, {}};
    dl_iterate_phdr(
        [](dl_phdr_info* object, std::size_t, void* data) {
            auto& [wanted, found] = *static_cast<Search*>(data);
            for (int i = 0; i < object->dlpi_phnum; ++i) {
                const ElfW(Phdr)& part = object->dlpi_phdr[i];
                const bool constant = (part.p_type == PT_LOAD && !(part.p_flags & PF_W)) ||
                                      part.p_type == PT_GNU_RELRO;
                const memory::Region region{object->dlpi_addr + part.p_vaddr, part.p_memsz};
                if (constant && region.contains(wanted)) found = region;
            }
            return found ? 1 : 0;
        },
        &search);
    return search.found;
}

// The result is cached, since modules are never unloaded.
bool is_constant_of_module(Address a, std::size_t size) {
    static memory::Region last{0, 0};
    if (!memory::program.contains(a)) return false;
    if (!last.contains(a)) last = constants_at(a).value_or(last);
    return last.contains(a) && a + size <= last.end();
}

// Whether the bytes belong to no object, and are no further than a red zone from this array.
bool lies_beside(const trace::MemoryObject& object, const Access& access) {
    const Address a = access.address, end = object.base + object.size;
    if (object.size == 0 || object.freed) return false;
    return a >= object.base
               ? a + access.size <= end + memory::red_zone
               : object.base - a <= memory::red_zone / 2 && a + access.size <= object.base;
}

}  // namespace

Finding bad_address(const ThreadClock& me, const Access& access) {
    Finding finding{.kind = report::FindingKind::host_pointer,
                    .self = running_party(Point::of(me), access)};
    const Address a = access.address;
    if (is_near_null(a)) {
        finding.kind = report::FindingKind::out_of_bounds;
        finding.space = report::Space::global;
        finding.variant = report::Variant::null_pointer;
        finding.cause = fmt::format("the address is {:#x}", a);
    } else if (memory::shared_arenas.contains(a)) {
        finding = in_shared(me, access, std::move(finding));
    } else if (a >= memory::device_heap.base - beside_heap && a < memory::host_visible_heap.end()) {
        finding = in_heap(access, std::move(finding));
        if (finding.kind == report::FindingKind::use_after_free && is_freed_beside(me, a))
            finding.variant = report::Variant::freed_beside;
    } else if (memory::fiber_stacks.contains(a)) {
        finding.kind = report::FindingKind::out_of_bounds;
        finding.space = report::Space::local;
        finding.cause =
            "the address is that of another thread's local variable, or outside every array of "
            "this one";
    } else if (const Address place = memory::shadow_place(a); place != a) {
        finding = in_heap(moved_to(place, access), std::move(finding));
    } else if (a < at(end)) {
        finding = in_program(access, std::move(finding));
    } else {
        finding.space = report::Space::host;
        finding.address = a;
    }
    return finding;
}

const trace::MemoryObject* array_beside(const ThreadClock& me, const Access& access,
                                        trace::MemoryObject& shared) {
    const Address a = access.address;
    if (a - me.block->arena < memory::shared_arena_size) {
        shared = variable_below(me, a);
        return lies_beside(shared, access) ? &shared : nullptr;
    }
    if (!memory::device_heap.contains(a) && !memory::host_visible_heap.contains(a)) return nullptr;
    const trace::MemoryObject* const before = trace::memory_objects().before(a);
    const trace::MemoryObject* const behind = trace::memory_objects().behind(a);
    if (before && before->freed && before->holds(a, 1)) return nullptr;
    if (before && lies_beside(*before, access)) return before;
    return behind && lies_beside(*behind, access) ? behind : nullptr;
}

bool is_constant_data(Address a, std::size_t size) {
    if (a >= at(__executable_start) && a + size <= at(data_start)) return true;
    if (is_constant_of_module(a, size)) return true;
    // clang++ emits hooks for the built-in variables, although they are const.
    const auto within = [&](const auto& variable) {
        const auto base = reinterpret_cast<Address>(&variable);
        return a >= base && a + size <= base + sizeof variable;
    };
    return within(threadIdx) || within(blockIdx) || within(blockDim) || within(gridDim);
}

}  // namespace cusim::race
