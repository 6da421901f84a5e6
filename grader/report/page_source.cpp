#include "report/page_source.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>

#include "report/text.hpp"

namespace grader::report {
namespace {

constexpr int context = 3;  // lines before and after

struct Notes {
    std::vector<const score::Finding*> findings;
    // By operation and space: requests and cost of all launches.
    std::map<std::string, std::pair<std::uint64_t, std::uint64_t>> counts;
};

std::string name_of_file(const std::string& path) {
    return std::filesystem::path(path).filename().string();
}

std::map<std::string, std::map<int, Notes>> notes_of(const score::LabResult& lab) {
    std::map<std::string, std::map<int, Notes>> notes;
    for (const auto& finding : lab.findings)
        if (finding.line > 0)
            notes[name_of_file(finding.file)][finding.line].findings.push_back(&finding);
    for (const auto& kernel : lab.kernels)
        for (const auto& line : kernel.lines) {
            if (line.line <= 0) continue;
            auto& [requests, cost] =
                notes[name_of_file(line.file)][line.line].counts[line.space + " " + line.op];
            requests += line.requests;
            cost += line.cost;
        }
    return notes;
}

std::string row(int number, const std::string& text, const Notes* notes) {
    std::string below, kind;
    if (notes) {
        std::string counts;
        for (const auto& [what, count] : notes->counts)
            counts += fmt::format("{}{} {}, {} {}", counts.empty() ? "" : " · ", what, count.first,
                                  count.second, score::unit_of(what.substr(0, what.find(' '))));
        if (!counts.empty())
            below += fmt::format("<span class=\"count\">{}</span>", escaped(counts));
        for (const auto* finding : notes->findings) {
            if (kind != "hit")
                kind = finding->severity == score::Severity::error ? "hit" : "warned";
            below += fmt::format("<span class=\"note\"><strong>{}</strong>: {}</span>",
                                 escaped(finding->kind), escaped(finding->message));
        }
    }
    return fmt::format(
        "<div class=\"row {}\"><span class=\"number\">{}</span><span "
        "class=\"text\">{}</span>{}</div>\n",
        kind, number, escaped(text), below);
}

std::string file_block(const std::string& name, const std::vector<std::string>& lines,
                       const std::map<int, Notes>& notes) {
    std::set<int> shown;
    for (const auto& [line, _] : notes)
        for (int near = line - context; near <= line + context; ++near)
            if (near >= 1 && near <= static_cast<int>(lines.size())) shown.insert(near);
    if (shown.empty()) return {};
    auto html = fmt::format("<h3>{}</h3>\n<div class=\"source code\">\n", escaped(name));
    int last = 0;
    for (const int number : shown) {
        if (number != last + 1) html += "<div class=\"gap\" aria-hidden=\"true\">⋯</div>\n";
        const auto note = notes.find(number);
        html += row(number, lines[static_cast<std::size_t>(number) - 1],
                    note == notes.end() ? nullptr : &note->second);
        last = number;
    }
    return html + "</div>\n";
}

}  // namespace

std::string annotated_sources(const score::LabResult& lab, const Sources& sources) {
    std::string html;
    for (const auto& [name, notes] : notes_of(lab))
        html += file_block(name, sources.lines(lab.lab, name), notes);
    return html;
}

}  // namespace grader::report
