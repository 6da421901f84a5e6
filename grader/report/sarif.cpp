#include "report/sarif.hpp"

#include <nlohmann/json.hpp>
#include <ostream>
#include <set>

#include "report/text.hpp"

namespace grader::report {
namespace {

using Json = nlohmann::ordered_json;

constexpr const char* schema =
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";

Json location(const std::string& folder, const std::string& file, int line) {
    Json physical = {{"artifactLocation", {{"uri", folder + "/" + file}}}};
    if (line > 0) physical["region"] = {{"startLine", line}};
    return {{"physicalLocation", physical}};
}

/// A finding without a place of its own (a leak) is the lab's.
Json result(const score::Finding& finding, const std::string& folder) {
    Json json = {{"ruleId", finding.kind},
                 {"level", finding.severity},
                 {"message", {{"text", printable(finding.message)}}},
                 {"occurrenceCount", finding.count}};
    if (!finding.file.empty())
        json["locations"] = Json::array({location(folder, finding.file, finding.line)});
    if (finding.other && !finding.other->file.empty()) {
        auto other = location(folder, finding.other->file, finding.other->line);
        other["message"] = {{"text", "the other access: " + printable(finding.other->op)}};
        json["relatedLocations"] = Json::array({other});
    }
    return json;
}

}  // namespace

void Sarif::print(const score::RunResult& run, std::ostream& out) const {
    Json results = Json::array(), rules = Json::array();
    std::set<std::string> kinds;
    for (const auto& lab : run.labs) {
        const auto folder = folders_.find(lab.lab);
        for (const auto& finding : lab.findings) {
            results.push_back(result(finding, folder == folders_.end() ? lab.lab : folder->second));
            kinds.insert(finding.kind);
        }
    }
    for (const auto& kind : kinds) rules.push_back({{"id", kind}});
    const Json driver = {{"name", "grade"}, {"rules", rules}};
    const Json json = {
        {"$schema", schema},
        {"version", "2.1.0"},
        {"runs", Json::array({{{"tool", {{"driver", driver}}}, {"results", results}}})}};
    out << json.dump(2, ' ', false, Json::error_handler_t::replace) << '\n';
}

}  // namespace grader::report
