#include "report/sarif.hpp"

#include <fmt/format.h>

#include <cctype>
#include <cstring>
#include <nlohmann/json.hpp>
#include <ostream>
#include <set>

#include "report/text.hpp"

namespace grader::report {
namespace {

using OrderedJson = nlohmann::ordered_json;

constexpr const char* schema =
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";

/// The path as a relative reference of RFC 3986.
std::string uri_of(const std::string& path) {
    std::string uri;
    for (const char c : path) {
        const auto byte = static_cast<unsigned char>(c);
        const bool stays = byte < 0x80 && (std::isalnum(byte) || std::strchr("-._~/", c));
        uri += stays ? std::string(1, c) : fmt::format("%{:02X}", byte);
    }
    return uri;
}

/// A lab without findings because nothing could be graded must not pass for a clean one.
OrderedJson not_gradable(const score::LabResult& lab, const std::string& folder) {
    const OrderedJson place = {{"artifactLocation", {{"uri", uri_of(folder)}}}};
    return {{"ruleId", "not_gradable"},
            {"level", "error"},
            {"message", {{"text", printable(lab.lab + " is not gradable: " + lab.reason)}}},
            {"locations", OrderedJson::array({{{"physicalLocation", place}}})}};
}

OrderedJson location(const std::string& folder, const std::string& file, int line) {
    OrderedJson physical = {{"artifactLocation", {{"uri", uri_of(folder + "/" + file)}}}};
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
        const auto known = folders_.find(lab.lab);
        const auto folder = known == folders_.end() ? lab.lab : known->second;
        if (lab.status != score::LabStatus::graded) {
            results.push_back(not_gradable(lab, folder));
            kinds.insert("not_gradable");
        }
        for (const auto& finding : lab.findings) {
            results.push_back(result(finding, folder));
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
