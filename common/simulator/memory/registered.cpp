#include "simulator/memory/registered.hpp"

#include <iterator>
#include <map>

namespace cusim::memory {

namespace {

struct Place {
    std::size_t size;
    Address shadow;
};

std::map<Address, Place>& ranges() {
    static auto& instance = *new std::map<Address, Place>;
    return instance;
}

// A place with the same alignment as `base`. Places are not reused.
Address next_place(Address base, std::size_t size) {
    static Address next = registered_shadow.base;
    const std::size_t span = size + 2 * allocation_alignment + red_zone;
    if (size > registered_shadow.size || span > registered_shadow.end() - next) return 0;
    const Address place = next + red_zone + base % allocation_alignment;
    next += (span + red_zone) / allocation_alignment * allocation_alignment;
    return place;
}

}  // namespace

bool register_host(Region range) {
    if (ranges().contains(range.base)) return false;
    const Address shadow = next_place(range.base, range.size);
    if (shadow == 0) return false;
    return ranges().emplace(range.base, Place{range.size, shadow}).second;
}

bool unregister_host(Address base) {
    return ranges().erase(base) == 1;
}

std::optional<Region> find_registered(Address address, std::size_t size) {
    const auto behind = ranges().upper_bound(address);
    if (behind == ranges().begin()) return std::nullopt;
    const auto& [base, place] = *std::prev(behind);
    const Region range{base, place.size};
    if (!range.contains(address) || size > range.end() - address) return std::nullopt;
    return range;
}

Address registered_address(Address place) {
    if (!registered_shadow.contains(place)) return place;
    for (const auto& [base, range] : ranges())
        if (place - range.shadow < range.size) return place - range.shadow + base;
    return place;
}

Address shadow_place(Address address) {
    for (const Address reach : {address, address + red_zone}) {
        const auto behind = ranges().upper_bound(reach);
        if (behind == ranges().begin()) continue;
        const auto& [base, place] = *std::prev(behind);
        if (address + red_zone - base < place.size + 2 * red_zone)
            return address - base + place.shadow;
    }
    return address;
}

}  // namespace cusim::memory
