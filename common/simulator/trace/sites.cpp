#include "simulator/trace/sites.hpp"

#include <unordered_map>
#include <vector>

#include "simulator/trace/lane_log.hpp"

namespace cusim::trace {

namespace {

// The highest ids are reserved for marks in the lanes' logs.
constexpr std::size_t most_sites = first_mark;

struct Table {
    std::unordered_map<std::uint64_t, SiteId> ids;
    std::vector<SiteInfo> sites{{}};
};

Table& table() {
    static Table instance;
    return instance;
}

}  // namespace

SiteId intern(const void* pc, Op op, unsigned size) {
    Table& t = table();
    const std::uint64_t key = reinterpret_cast<std::uint64_t>(pc) | std::uint64_t{size} << 48 |
                              static_cast<std::uint64_t>(op) << 56;
    if (const auto it = t.ids.find(key); it != t.ids.end()) return it->second;
    if (t.sites.size() == most_sites) return 0;
    const auto id = static_cast<SiteId>(t.sites.size());
    t.sites.push_back({.pc = pc, .op = op, .size = static_cast<std::uint8_t>(size)});
    t.ids.emplace(key, id);
    return id;
}

SiteInfo& site_info(SiteId site) {
    return table().sites[site];
}

}  // namespace cusim::trace
