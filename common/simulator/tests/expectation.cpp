// Reads the comments of expectation.hpp, and holds a report against them.
#include "simulator/tests/expectation.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>

namespace corpus {
namespace {

// One line or two. A party whose line is unknown, such as a thread that has returned, has none.
std::vector<int> lines_of(const nlohmann::json& finding) {
    std::vector<int> lines{finding.at("line").get<int>()};
    if (finding.contains("other")) lines.push_back(finding["other"].at("line").get<int>());
    if (lines.back() == 0) lines.pop_back();
    return lines;
}

using Choices = std::vector<std::set<int>>;

bool match(const Choices& expected, const std::vector<int>& lines) {
    if (expected.size() == 1)
        return std::all_of(lines.begin(), lines.end(),
                           [&](int line) { return expected[0].contains(line); });
    if (lines.size() != 2) return false;
    return (expected[0].contains(lines[0]) && expected[1].contains(lines[1])) ||
           (expected[0].contains(lines[1]) && expected[1].contains(lines[0]));
}

std::set<int> choices(const std::string& markers, const std::map<std::string, int>& lines) {
    std::set<int> result;
    std::istringstream parts{markers};
    for (std::string marker; std::getline(parts, marker, '|');) {
        const auto line = lines.find(marker);
        if (line == lines.end()) throw BadExpectation{"no line is marked @" + marker};
        result.insert(line->second);
    }
    return result;
}

Expected parse(const std::string& promise, const std::map<std::string, int>& markers) {
    std::istringstream words{promise};
    Expected expected;
    if (!(words >> expected.kind >> expected.severity))
        throw BadExpectation{"needs a kind and a severity: " + promise};
    for (std::string word; words >> word;) expected.lines.push_back(choices(word, markers));
    if (expected.lines.size() > 2) throw BadExpectation{"a finding has two lines: " + promise};
    return expected;
}

// The rest of a comment line that starts with `key`.
bool is_comment(const std::string& line, const std::string& key, std::string& rest) {
    const std::string start = "// " + key;
    if (!line.starts_with(start)) return false;
    rest = line.substr(std::min(line.size(), start.size() + 2));  // ": "
    return true;
}

std::map<std::string, int> find_markers(const std::vector<std::string>& lines) {
    std::map<std::string, int> markers;
    for (std::size_t i = 0; i < lines.size(); ++i) {
        const auto at = lines[i].rfind("// @");
        if (at == std::string::npos) continue;
        const std::string marker = lines[i].substr(at + 4);
        if (!markers.emplace(marker, i + 1).second)
            throw BadExpectation{"two lines are marked @" + marker};
    }
    return markers;
}

}  // namespace

bool Expected::is(const nlohmann::json& finding) const {
    return finding.at("kind") == kind && finding.at("severity") == severity &&
           (lines.empty() || match(lines, lines_of(finding)));
}

std::string Expected::describe() const {
    std::string text = kind + ' ' + severity;
    for (const std::set<int>& either : lines) text += fmt::format(" {}", fmt::join(either, "|"));
    return text;
}

bool Expectation::has_error() const {
    return std::any_of(must.begin(), must.end(),
                       [](const Expected& expected) { return expected.severity == "error"; });
}

bool Expectation::has(const std::string& kind) const {
    return std::any_of(must.begin(), must.end(),
                       [&](const Expected& expected) { return expected.kind == kind; });
}

std::vector<std::string> Expectation::complaints(const nlohmann::json& findings) const {
    std::vector<std::string> result;
    std::set<std::size_t> accounted;
    for (const Expected& expected : must) {
        bool found = false;
        for (std::size_t i = 0; i < findings.size(); ++i) {
            if (!expected.is(findings[i])) continue;
            found = true;
            accounted.insert(i);
        }
        if (!found) result.push_back("not found: " + expected.describe());
    }
    for (std::size_t i = 0; i < findings.size(); ++i) {
        const auto allows = [&](const Expected& expected) { return expected.is(findings[i]); };
        if (!accounted.contains(i) && std::none_of(may.begin(), may.end(), allows))
            result.push_back("not expected: " + corpus::describe(findings[i]) + ": " +
                             findings[i].value("message", ""));
    }
    return result;
}

Expectation read_expectation(const std::filesystem::path& source) {
    std::ifstream file{source};
    std::vector<std::string> lines;
    for (std::string line; std::getline(file, line);) lines.push_back(line);
    if (lines.empty()) throw BadExpectation{"cannot read " + source.string()};
    const auto markers = find_markers(lines);
    Expectation expectation;
    for (const std::string& line : lines) {
        std::string rest;
        if (is_comment(line, "EXPECT", rest)) expectation.must.push_back(parse(rest, markers));
        if (is_comment(line, "MAY", rest)) expectation.may.push_back(parse(rest, markers));
        if (is_comment(line, "SAYS", rest)) expectation.says.push_back(rest);
        if (is_comment(line, "DIES", rest)) expectation.dies = true;
    }
    if (expectation.must.empty()) throw BadExpectation{"no EXPECT in " + source.string()};
    return expectation;
}

std::string describe(const nlohmann::json& finding) {
    return fmt::format("{} {} {}", finding.at("kind").get<std::string>(),
                       finding.at("severity").get<std::string>(),
                       fmt::join(lines_of(finding), " "));
}

}  // namespace corpus
