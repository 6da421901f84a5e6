// Keys are in alphabetical order (nlohmann::json sorts them), so equal reports are equal byte for
// byte. `remedy` is the end of the message that says what would repair it, if it has one. `cause`
// is present if findings of several lines have the same cause, and identifies it. `witness` is
// present if a race has one, `no_witness` if the search found none. `unlisted_kernels` is absent if
// all are listed, `other` if the finding has one side only. `freed` is the place
// where the memory was freed that is used, if that is known. block and thread are null for the
// host.
#include "simulator/report/json.hpp"

#include <map>
#include <ranges>
#include <tuple>

#include "simulator/report/advice/explanation.hpp"
#include "simulator/report/advice/remedies.hpp"
#include "simulator/report/closeup_json.hpp"
#include "simulator/report/findings/resolve.hpp"
#include "simulator/report/findings/witness.hpp"
#include "simulator/report/witness_text.hpp"

namespace cusim::report {
namespace {

using nlohmann::json;

json triple(const Dim3& dim) {
    return {dim.x, dim.y, dim.z};
}

json party(const Party& party, const Place& place) {
    json result{{"file", place.file}, {"line", place.line}};
    result["block"] = party.host ? json{} : triple(party.block);
    result["thread"] = party.host ? json{} : triple(party.thread);
    return result;
}

json element(const std::string& array, const std::optional<long>& index) {
    return {{"array", array}, {"index", index ? json(*index) : json{}}};
}

// As in the text report, without its margin.
json lines_of(const Settled& settled) {
    json result = json::array();
    const std::string text = witness_story(settled);
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = text.find('\n', at);
        result.push_back(text.substr(at + witness_margin, end - at - witness_margin));
        at = end + 1;
    }
    return result;
}

json witness_json(const Settled& settled) {
    const Witness& witness = *settled.recorded.finding.witness;
    json result{{"order", witness.order}, {"steps", json::array()}};
    result["met_at"] = element(witness.variable, witness.index);
    for (const WitnessStep& step : witness.steps) {
        json one = party(step.who, resolve(step.who.site));
        one["op"] = name(step.who.op);
        one["before"] = step.before;
        one["after"] = step.after;
        if (!step.usual.empty()) one["usual"] = step.usual;
        if (step.launch != 0) one["launch"] = step.launch;
        result["steps"].push_back(std::move(one));
    }
    result["lost"] = witness.lost ? json(witness.steps[*witness.lost].after) : json{};
    result["text"] = lines_of(settled);
    if (witness.here.empty()) return result;  // not searched for, so nothing was compared
    result["outcome"] = element(witness.array, witness.element);
    result["outcome"]["usual"] = witness.usual;
    result["outcome"]["here"] = witness.here;
    return result;
}

json finding_json(const Settled& settled) {
    const Finding& finding = settled.recorded.finding;
    json result = party(finding.self, settled.self);
    result["kind"] = name(finding.kind);
    result["severity"] = name(finding.severity);
    result["message"] = message(settled);
    if (const std::string words = remedy(settled); !words.empty()) result["remedy"] = words;
    result["count"] = finding.count;
    if (settled.overlap) result["cause"] = settled.recorded.kernel + ": " + settled.overlap->first;
    if (finding.other) {
        result["other"] = party(*finding.other, *settled.other);
        result["other"]["op"] = name(finding.other->op);
    }
    if (settled.freed) result["freed"] = party(*finding.freed_by, *settled.freed);
    if (finding.witness) result["witness"] = witness_json(settled);
    if (!finding.no_witness.empty()) result["no_witness"] = finding.no_witness;
    return result;
}

json costs_json(const AccessRecord& access) {
    const Costs& costs = access.costs;
    json result{{"requests", costs.requests}, {"active_lanes", costs.active_lanes}};
    if (access.space == MemorySpace::shared) {
        result["wavefronts"] = costs.wavefronts;
        result["bank_conflicts"] = costs.bank_conflicts;
    } else if (access.space == MemorySpace::constant) {
        result["addresses"] = costs.addresses;
    } else {
        result["sectors"] = costs.sectors;
    }
    return result;
}

// Adds up the accesses with equal keys; ordered by key.
template <typename Key>
auto merged(const std::vector<AccessRecord>& accesses, Key key) {
    std::map<decltype(key(accesses.front())), AccessRecord> result;
    for (const AccessRecord& access : accesses) {
        const auto [entry, is_new] = result.try_emplace(key(access), access);
        if (!is_new) entry->second.costs += access.costs;
    }
    return result;
}

json lines_json(const std::vector<AccessRecord>& accesses) {
    const auto key = [](const AccessRecord& access) {
        const Place place = resolve(access.site);
        return std::tuple{place.file, place.line, access.space, access.operation};
    };
    json result = json::array();
    for (const auto& [place, access] : merged(accesses, key)) {
        json& line = result.emplace_back(costs_json(access));
        line.update({{"file", std::get<0>(place)}, {"line", std::get<1>(place)}});
        line.update({{"op", name(access.operation)}, {"space", name(access.space)}});
    }
    return result;
}

// For global memory, also through textures: what kernels ask of the device's memory. Shared memory
// ends with its block, and constant memory has a cache of its own.
json arrays_json(const std::vector<AccessRecord>& accesses) {
    const auto key = [](const AccessRecord& access) {
        return std::tuple{access.space, access.variable, access.variable_bytes, access.operation};
    };
    json result = json::array();
    for (const auto& [array, access] : merged(accesses, key)) {
        if (access.space == MemorySpace::shared || access.space == MemorySpace::constant) continue;
        json& entry = result.emplace_back(costs_json(access));
        entry.update({{"name", access.variable}, {"bytes", access.variable_bytes}});
        entry.update({{"op", name(access.operation)}, {"space", name(access.space)}});
    }
    return result;
}

template <typename List, typename Convert>
json list_json(const List& list, Convert convert) {
    json result = json::array();
    for (const auto& element : list) result.push_back(convert(element));
    return result;
}

json launch_json(const LaunchRecord& launch) {
    json result{{"name", launch.name},
                {"grid", triple(launch.grid)},
                {"block", triple(launch.block)},
                {"shared_bytes", launch.shared_bytes},
                {"counters", launch.counters},
                {"lines", lines_json(launch.accesses)},
                {"arrays", arrays_json(launch.accesses)}};
    result.update(closeup_json(launch));
    return result;
}

}  // namespace

json to_json(const std::string& device, const LaunchList& launches,
             const std::vector<Settled>& findings) {
    const auto listed = std::views::take(launches.kept, launches.listed);
    json result{{"version", 1},
                {"device", device},
                {"kernels", list_json(listed, launch_json)},
                {"findings", list_json(findings, finding_json)}};
    const auto unlisted = launches.kept.size() - listed.size() + launches.not_kept;
    if (unlisted > 0) result["unlisted_kernels"] = unlisted;
    return result;
}

}  // namespace cusim::report
