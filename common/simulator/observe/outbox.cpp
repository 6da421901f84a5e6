#include "simulator/observe/outbox.hpp"

#include <map>
#include <vector>

#include "simulator/observe/unwritten.hpp"
#include "simulator/report/recorder.hpp"

namespace cusim::observe {

namespace {

struct Outbox {
    std::map<OutboxKey, std::size_t> known;
    std::vector<report::Finding> findings;
};

Outbox& outbox() {
    static Outbox instance;
    return instance;
}

}  // namespace

const void* object_of(const Place& place) {
    return place.shared ? static_cast<const void*>(place.name)
                        : reinterpret_cast<const void*>(place.base);
}

bool counted(const OutboxKey& key) {
    const auto it = outbox().known.find(key);
    if (it == outbox().known.end()) return false;
    ++outbox().findings[it->second].count;
    return true;
}

void put(const OutboxKey& key, report::Finding finding) {
    outbox().known.emplace(key, outbox().findings.size());
    outbox().findings.push_back(std::move(finding));
}

void send_all() {
    put_unwritten();
    for (report::Finding& finding : outbox().findings) report::emit(std::move(finding));
    outbox().findings.clear();
    outbox().known.clear();
}

}  // namespace cusim::observe
