#include "simulator/tests/planted.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "simulator/tests/expectation.hpp"

namespace corpus {
namespace {

constexpr const char* key = "// EXPECT ";

KindAndSeverity parse(const std::string& promise) {
    std::istringstream words{promise};
    std::string kind, severity = "error", more;
    words >> kind >> severity;
    if (kind.empty() || (severity != "error" && severity != "warning") || words >> more)
        throw BadExpectation{"expects a kind and perhaps \"warning\": " + promise};
    return {kind, severity};
}

bool names(const nlohmann::json& finding, const std::set<int>& lines) {
    return lines.contains(finding.at("line").get<int>()) ||
           (finding.contains("other") && lines.contains(finding["other"].at("line").get<int>()));
}

bool is(const nlohmann::json& finding, const KindAndSeverity& what) {
    return finding.at("kind") == what.first && finding.at("severity") == what.second;
}

}  // namespace

bool Planted::has_error() const {
    return std::any_of(lines.begin(), lines.end(),
                       [](const auto& promise) { return promise.first.second == "error"; });
}

std::vector<std::string> Planted::complaints(const nlohmann::json& findings) const {
    std::vector<std::string> result;
    for (const auto& [what, where] : lines) {
        const bool found = std::any_of(findings.begin(), findings.end(),
                                       [&what = what, &where = where](const auto& finding) {
                                           return is(finding, what) && names(finding, where);
                                       });
        if (!found)
            result.push_back(fmt::format("not found: {} {} on line {}", what.first, what.second,
                                         fmt::join(where, " or ")));
    }
    for (const auto& finding : findings) {
        const bool promised = std::any_of(lines.begin(), lines.end(), [&](const auto& promise) {
            return is(finding, promise.first) && names(finding, promise.second);
        });
        if (!promised && finding.at("severity") != "note")
            result.push_back("not expected: " + describe(finding) + ": " +
                             finding.value("message", ""));
    }
    return result;
}

Planted read_planted(const std::filesystem::path& source) {
    std::ifstream file{source};
    if (!file) throw BadExpectation{"cannot read " + source.string()};
    Planted planted;
    int number = 0;
    for (std::string line; std::getline(file, line);) {
        ++number;
        const auto at = line.find(key);
        if (at == std::string::npos) continue;
        std::istringstream promises{line.substr(at + std::string{key}.size())};
        for (std::string promise; std::getline(promises, promise, ',');)
            planted.lines[parse(promise)].insert(number);
    }
    return planted;
}

}  // namespace corpus
