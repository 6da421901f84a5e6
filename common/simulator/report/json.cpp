// Keys appear in alphabetical order (nlohmann::json sorts them), so equal reports are equal bytes.
// `other` is absent where there is one party; block and thread are null where the host is one.
#include "simulator/report/json.hpp"

#include "simulator/report/explanation.hpp"

namespace cusim::report {
namespace {

using nlohmann::json;

json coordinates(const Dim3& dim) {
    return {dim.x, dim.y, dim.z};
}

json party(const Party& party, const Place& place) {
    json result{{"file", place.file}, {"line", place.line}};
    result["block"] = party.host ? json{} : coordinates(party.block);
    result["thread"] = party.host ? json{} : coordinates(party.thread);
    return result;
}

json finding_json(const Settled& settled) {
    const Finding& finding = settled.recorded.finding;
    json result = party(finding.self, settled.self);
    result["kind"] = name(finding.kind);
    result["severity"] = name(finding.severity);
    result["message"] = message(settled);
    result["count"] = finding.count;
    if (finding.other) {
        result["other"] = party(*finding.other, *settled.other);
        result["other"]["op"] = name(finding.other->op);
    }
    return result;
}

json line_json(const LineRecord& line) {
    json result(line.counters);
    result.update({{"file", line.file}, {"line", line.line}, {"op", line.op}});
    result["space"] = line.space;
    return result;
}

json array_json(const ArrayRecord& array) {
    json result(array.counters);
    result.update({{"name", array.name}, {"bytes", array.bytes}, {"op", array.op}});
    return result;
}

template <typename List, typename Convert>
json list_json(const List& list, Convert convert) {
    json result = json::array();
    for (const auto& element : list) result.push_back(convert(element));
    return result;
}

json launch_json(const LaunchRecord& launch) {
    return {{"name", launch.name},
            {"grid", coordinates(launch.grid)},
            {"block", coordinates(launch.block)},
            {"shared_bytes", launch.shared_bytes},
            {"counters", launch.counters},
            {"lines", list_json(launch.lines, line_json)},
            {"arrays", list_json(launch.arrays, array_json)}};
}

}  // namespace

json to_json(const std::string& device, const std::deque<LaunchRecord>& launches,
             const std::vector<Settled>& findings) {
    return {{"version", 1},
            {"device", device},
            {"kernels", list_json(launches, launch_json)},
            {"findings", list_json(findings, finding_json)}};
}

}  // namespace cusim::report
