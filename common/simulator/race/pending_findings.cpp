#include "simulator/race/pending_findings.hpp"

#include <map>
#include <vector>

#include "simulator/report/recorder.hpp"

namespace cusim::race {

namespace {

struct Waiting {
    report::Finding finding;
    Apart apart;
};

struct Outbox {
    std::map<FindingKey, std::size_t> known;
    std::vector<Waiting> waiting;
};

Outbox& outbox() {
    static Outbox instance;
    return instance;
}

}  // namespace

const void* identity_of(const trace::MemoryObject& object) {
    return object.shared ? static_cast<const void*>(object.name)
                         : reinterpret_cast<const void*>(object.base);
}

bool counted(const FindingKey& key, Apart apart) {
    const auto it = outbox().known.find(key);
    if (it == outbox().known.end()) return false;
    Waiting& waiting = outbox().waiting[it->second];
    if (apart > waiting.apart) return false;
    ++waiting.finding.count;
    return true;
}

void put(const FindingKey& key, report::Finding finding, Apart apart) {
    const auto [it, is_new] = outbox().known.emplace(key, outbox().waiting.size());
    if (is_new) {
        outbox().waiting.push_back({std::move(finding), apart});
        return;
    }
    Waiting& waiting = outbox().waiting[it->second];
    finding.count = waiting.finding.count + 1;
    waiting = {std::move(finding), apart};
}

void report_pending() {
    for (Waiting& waiting : outbox().waiting) report::emit(std::move(waiting.finding));
    outbox().waiting.clear();
    outbox().known.clear();
}

}  // namespace cusim::race
