// A finding takes a few lines: kind, place, source, explanation, count.
#include "simulator/report/text.hpp"

#include <fmt/format.h>

#include <iterator>

#include "number_of.hpp"
#include "simulator/report/advice/explanation.hpp"
#include "simulator/report/source/source_excerpt.hpp"
#include "simulator/report/witness_text.hpp"
#include "simulator/report/wrap.hpp"

namespace cusim::report {
namespace {

constexpr std::size_t most_in_full = 20;
constexpr std::size_t width = 96;

std::string where(const Place& place) {
    return place.file.empty() ? "(line unknown)" : fmt::format("{}:{}", place.file, place.line);
}

std::string excerpt(const Settled& settled) {
    if (!settled.other || settled.other->file.empty())
        return source_excerpt(settled.self, {settled.self.line});
    if (settled.other->path == settled.self.path)
        return source_excerpt(settled.self, {settled.self.line, settled.other->line});
    return source_excerpt(settled.self, {settled.self.line}) +
           source_excerpt(*settled.other, {settled.other->line});
}

std::string headline(const Settled& settled) {
    return fmt::format("{}: {}: {}", where(settled.self), name(settled.recorded.finding.severity),
                       title(settled));
}

std::string in_full(const Settled& settled) {
    const Finding& finding = settled.recorded.finding;
    std::string result =
        headline(settled) + '\n' + excerpt(settled) + wrapped(message(settled), "    ", width);
    if (finding.count > 1) result += fmt::format("    (seen {} times)\n", finding.count);
    return result + witness_text(settled);
}

std::string summary(const std::vector<Settled>& findings) {
    std::size_t counts[3] = {};
    for (const Settled& settled : findings)
        ++counts[static_cast<std::size_t>(settled.recorded.finding.severity)];
    std::string result;
    for (Severity severity : {Severity::error, Severity::warning, Severity::note}) {
        const std::size_t count = counts[static_cast<std::size_t>(severity)];
        if (count == 0) continue;
        result += fmt::format("{}{}", result.empty() ? "" : ", ",
                              words::number_of(count, name(severity)));
    }
    return "simulator: " + result + '\n';
}

}  // namespace

std::string to_text(const std::vector<Settled>& findings) {
    if (findings.empty()) return {};
    std::string result;
    for (std::size_t i = 0; i < findings.size(); ++i)
        result += i < most_in_full ? in_full(findings[i]) + '\n' : headline(findings[i]) + '\n';
    return result + summary(findings);
}

}  // namespace cusim::report
