#include "simulator/race/findings/volatile_flags.hpp"

#include <map>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "simulator/race/findings/waiting_loops.hpp"
#include "simulator/race/order/looks.hpp"
#include "simulator/race/order/vector_clock.hpp"
#include "simulator/trace/sites.hpp"

namespace cusim::race {

namespace {

using Addresses = std::unordered_set<memory::Address>;
constexpr std::size_t most_flags = 65536;  // at most so many locations for each site

struct Polled {
    Addresses addresses;
    std::unordered_set<const void*> sites;
    std::unordered_map<const void*, Addresses> looked_at;  // by site
    std::map<FindingKey, memory::Address> suspects;
};

Polled& polled() {
    static Polled instance;
    return instance;
}

bool polls(trace::SiteId site) {
    return polled().sites.contains(trace::pc_of(site));
}

// Adds sites that would have polled if they had had to wait.
void settle_waiting_loops() {
    for (const auto& [pc, addresses] : std::exchange(polled().looked_at, {})) {
        if (!is_in_waiting_loop(pc)) continue;
        polled().sites.insert(pc);
        polled().addresses.insert(addresses.begin(), addresses.end());
    }
}

}  // namespace

void note_look(ThreadClock& me, memory::Address a, const void* pc) {
    if (!me.looks) me.looks = std::make_unique<Looks>();
    if (me.looks->repeats(a, pc, me.block->barriers)) {
        polled().addresses.insert(a);
        polled().sites.insert(pc);
        return;
    }
    me.looks->add(a, pc, me.block->barriers);
    auto& looked_at = polled().looked_at[pc];
    if (looked_at.size() < most_flags) looked_at.insert(a);
}

void note_volatile_store(ThreadClock& me, memory::Address a) {
    if (me.looks) me.looks->forget(a);
}

bool is_signal(const ThreadClock& me, memory::Address address, PastAccess write) {
    std::vector<const Acquired*> known;
    for (const VectorClock* const vector : {me.vector.get(), me.block->vector.get()})
        if (vector)
            for (const Acquired* const list : {&vector->acquired, &vector->acquired_in_block,
                                               &vector->seen, &vector->seen_relaxed})
                known.push_back(list);
    return release_logs().is_latest_signal(address, block_of(write), write.thread(), known);
}

void suspect(FindingKey key, memory::Address address) {
    key.severity = {};  // ignored: the severity may be lowered later
    polled().suspects.emplace(key, address);
}

bool is_excused(FindingKey key, report::Variant variant) {
    key.severity = {};
    const auto it = polled().suspects.find(key);
    if (it == polled().suspects.end()) return false;
    settle_waiting_loops();
    return variant == report::Variant::same_value || polled().addresses.contains(it->second) ||
           (key.op == report::Op::read && polls(key.site)) ||
           (key.earlier == report::Op::read && polls(key.other));
}

void forget_flags() {
    polled() = {};
}

}  // namespace cusim::race
