#include "report/sarif.hpp"

#include <nlohmann/json.hpp>
#include <ostream>
#include <set>

#include "report/text.hpp"

namespace grader::report {
namespace {

using OrderedJson = nlohmann::ordered_json;

constexpr const char* schema =
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";

OrderedJson location(const std::string& folder, const std::string& file, int line) {
    OrderedJson physical = {{"artifactLocation", {{"uri", folder + "/" + file}}}};
    if (line > 0) physical["region"] = {{"startLine", line}};
    return {{"physicalLocation", physical}};
}

/// A finding without a place (a leak) is shown at the lab.
OrderedJson result(const score::Finding& finding, const std::string& folder) {
    OrderedJson json = {{"ruleId", finding.kind},
                        {"level", name_of(finding.severity)},
                        {"message", {{"text", printable(finding.message)}}},
                        {"occurrenceCount", finding.count}};
    if (!finding.file.empty())
        json["locations"] = OrderedJson::array({location(folder, finding.file, finding.line)});
    if (finding.other && !finding.other->file.empty()) {
        auto other = location(folder, finding.other->file, finding.other->line);
        other["message"] = {{"text", "the other access: " + printable(finding.other->op)}};
        json["relatedLocations"] = OrderedJson::array({other});
    }
    return json;
}

}  // namespace

void Sarif::print(const score::RunResult& run, std::ostream& out) const {
    OrderedJson results = OrderedJson::array(), rules = OrderedJson::array();
    std::set<std::string> kinds;
    for (const auto& lab : run.labs) {
        const auto folder = folders_.find(lab.lab);
        for (const auto& finding : lab.findings) {
            results.push_back(result(finding, folder == folders_.end() ? lab.lab : folder->second));
            kinds.insert(finding.kind);
        }
    }
    for (const auto& kind : kinds) rules.push_back({{"id", kind}});
    const OrderedJson driver = {{"name", "grade"}, {"rules", rules}};
    const OrderedJson json = {
        {"$schema", schema},
        {"version", "2.1.0"},
        {"runs", OrderedJson::array({{{"tool", {{"driver", driver}}}, {"results", results}}})}};
    out << json.dump(2, ' ', false, OrderedJson::error_handler_t::replace) << '\n';
}

}  // namespace grader::report
