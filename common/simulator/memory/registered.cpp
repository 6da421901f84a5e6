#include "simulator/memory/registered.hpp"

#include <iterator>
#include <map>

namespace cusim::memory {

namespace {

std::map<Address, std::size_t>& ranges() {
    static auto& instance = *new std::map<Address, std::size_t>;
    return instance;
}

}  // namespace

bool register_host(Region range) {
    return ranges().emplace(range.base, range.size).second;
}

bool unregister_host(Address base) {
    return ranges().erase(base) == 1;
}

std::optional<Region> find_registered(Address address, std::size_t size) {
    const auto behind = ranges().upper_bound(address);
    if (behind == ranges().begin()) return std::nullopt;
    const auto [base, length] = *std::prev(behind);
    const Region range{base, length};
    if (!range.contains(address) || size > range.end() - address) return std::nullopt;
    return range;
}

}  // namespace cusim::memory
