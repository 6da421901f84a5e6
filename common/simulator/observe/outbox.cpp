#include "simulator/observe/outbox.hpp"

#include <map>
#include <vector>

#include "simulator/observe/unwritten.hpp"
#include "simulator/report/recorder.hpp"

namespace cusim::observe {

namespace {

struct Waiting {
    report::Finding finding;
    Apart apart;
};

struct Outbox {
    std::map<OutboxKey, std::size_t> known;
    std::vector<Waiting> waiting;
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

bool counted(const OutboxKey& key, Apart apart) {
    const auto it = outbox().known.find(key);
    if (it == outbox().known.end()) return false;
    Waiting& waiting = outbox().waiting[it->second];
    if (apart > waiting.apart) return false;
    ++waiting.finding.count;
    return true;
}

void put(const OutboxKey& key, report::Finding finding, Apart apart) {
    const auto [it, is_new] = outbox().known.emplace(key, outbox().waiting.size());
    if (is_new) {
        outbox().waiting.push_back({std::move(finding), apart});
        return;
    }
    Waiting& waiting = outbox().waiting[it->second];
    finding.count = waiting.finding.count + 1;
    waiting = {std::move(finding), apart};
}

void send_all() {
    put_unwritten();
    for (Waiting& waiting : outbox().waiting) report::emit(std::move(waiting.finding));
    outbox().waiting.clear();
    outbox().known.clear();
}

}  // namespace cusim::observe
