// compute-sanitizer's lines begin with nine '='. A report is a headline, one blank further in, and
// its details, indented more:
//
//     ========= Invalid __global__ read of size 4 bytes
//     =========     at gather_kernel(int, const float *)+0x130 in /tmp/x/matvec.cu:15
//     =========     by thread (9,0,0) in block (1,0,0)
//     =========     Address 0x7f0c4ec00410 is out of bounds
#include "sanitizer/parse.hpp"

#include <algorithm>
#include <charconv>
#include <optional>

#include "report/text.hpp"

namespace grader::sanitizer {
namespace {

constexpr std::string_view prefix = "========= ";
constexpr std::size_t longest_line = 300;
constexpr std::size_t most_findings = 100;
constexpr std::size_t most_troubles = 5;
constexpr std::size_t most_details = 200;

struct Report {
    std::string_view headline;
    std::vector<std::string_view> details;
};

std::vector<Report> reports_in(std::string_view output) {
    std::vector<Report> reports;
    while (!output.empty()) {
        const auto line = output.substr(0, output.find('\n'));
        output.remove_prefix(std::min(line.size() + 1, output.size()));
        if (!line.starts_with(prefix)) continue;
        auto text = line.substr(prefix.size());
        const bool detail = text.starts_with(' ');
        text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
        if (text.empty()) continue;
        if (!detail)
            reports.push_back({text, {}});
        else if (!reports.empty() && reports.back().details.size() < most_details)
            reports.back().details.push_back(text);
    }
    return reports;
}

std::string shown(std::string_view text) {
    return report::printable(text.substr(0, longest_line));
}

bool has(std::string_view text, std::string_view words) {
    return text.find(words) != text.npos;
}

bool any_has(const Report& report, std::string_view words) {
    return std::ranges::any_of(report.details, [&](auto detail) { return has(detail, words); });
}

/// The simulator's name for the reported error, or api_error if it has none; nothing if the
/// headline reports no error.
std::optional<std::string> kind_of(const Report& report) {
    const auto& headline = report.headline;
    if (headline.starts_with("Invalid __"))
        return any_has(report, "is misaligned") ? "misaligned" : "out_of_bounds";
    if (has(headline, "Race reported between") || has(headline, "hazard detected at"))
        return "race";
    if (headline.starts_with("Uninitialized __")) return "uninitialized_read";
    if (headline.starts_with("Barrier error detected")) return "barrier_divergence";
    if (headline.starts_with("Leaked ")) return "leak";
    if (headline.starts_with("Program hit ")) return "api_error";
    return std::nullopt;
}

struct Place {
    std::string file;
    int line = 0;
};

/// Finds the place in "… in FILE:LINE" or "… in FILE:LINE [3 hazards]".
std::optional<Place> place_in(std::string_view text) {
    const auto in = text.rfind(" in ");
    if (in == text.npos) return std::nullopt;
    auto place = text.substr(in + 4);
    const auto colon = place.rfind(':');
    if (colon == place.npos) return std::nullopt;
    const auto digits = place.substr(colon + 1);
    Place found;
    const auto [end, error] =
        std::from_chars(digits.data(), digits.data() + digits.size(), found.line);
    if (error != std::errc() || found.line <= 0) return std::nullopt;
    if (end != digits.data() + digits.size() && *end != ' ') return std::nullopt;
    place = place.substr(0, colon);
    found.file = shown(place.substr(place.rfind('/') + 1));
    return found;
}

/// The place given by the details. Host frames, which come after the launch, do not count.
Place place_of(const Report& report, const std::vector<std::string>& sources) {
    std::optional<Place> first;
    std::vector<std::string_view> lines{report.headline};
    for (const auto detail : report.details)
        if (detail.starts_with("at ") || detail.starts_with("and ") ||
            detail.starts_with("Device Frame:"))
            lines.push_back(detail);
    for (const auto line : lines) {
        auto place = place_in(line);
        if (!place) continue;
        if (std::ranges::count(sources, place->file)) return *place;
        if (!first) first = std::move(place);
    }
    return first.value_or(Place{});
}

void add(score::SanitizerReport& report, score::SanitizerFinding finding) {
    const auto known = std::ranges::find_if(report.findings, [&](const auto& other) {
        return other.kind == finding.kind && other.file == finding.file &&
               other.line == finding.line;
    });
    if (known != report.findings.end())
        ++known->count;
    else if (report.findings.size() < most_findings)
        report.findings.push_back(std::move(finding));
}

bool is_trouble(std::string_view headline) {
    return headline.starts_with("Error: ") || headline.starts_with("Internal Sanitizer Error") ||
           has(headline, "Device not supported");
}

}  // namespace

score::SanitizerReport parse(std::string_view tool, std::string_view output,
                             const std::vector<std::string>& sources) {
    score::SanitizerReport result;
    result.ran = true;
    for (const auto& report : reports_in(output)) {
        if (const auto kind = kind_of(report)) {
            auto [file, line] = place_of(report, sources);
            add(result, {std::string(tool), *kind, std::move(file), line, shown(report.headline)});
        } else if (is_trouble(report.headline) && result.troubles.size() < most_troubles) {
            result.troubles.push_back(std::string(tool) + ": " + shown(report.headline));
        }
    }
    return result;
}

}  // namespace grader::sanitizer
