#include "simulator/observe/sites.hpp"

#include <unordered_map>
#include <vector>

namespace cusim::observe {

constinit SiteCache site_cache;

namespace {

struct Table {
    std::unordered_map<const void*, SiteId> ids;
    std::vector<const void*> pcs{nullptr};
};

Table& table() {
    static Table instance;
    return instance;
}

}  // namespace

SiteId intern(const void* pc) {
    Table& t = table();
    if (const auto it = t.ids.find(pc); it != t.ids.end()) return it->second;
    if (t.pcs.size() > 0xffff) return 0;
    const auto id = static_cast<SiteId>(t.pcs.size());
    t.pcs.push_back(pc);
    t.ids.emplace(pc, id);
    return id;
}

const void* pc_of(SiteId site) {
    return table().pcs[site];
}

}  // namespace cusim::observe
