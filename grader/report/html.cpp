// Builds the page from small pieces; each returns HTML in which every foreign text is escaped.
#include "report/html.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <ostream>

#include "report/found_by.hpp"
#include "report/text.hpp"

namespace grader::report {
namespace {

constexpr const char* style = R"(
  :root { color-scheme: light dark; --line: #8884; --good: #17803d; --bad: #c62828; }
  body { font: 16px/1.5 system-ui, sans-serif; max-width: 56rem; margin: 2rem auto; padding: 0 1rem; }
  table { border-collapse: collapse; width: 100%; margin: .5rem 0 1.5rem; }
  th, td { text-align: left; padding: .3rem .6rem; border-bottom: 1px solid var(--line); vertical-align: top; }
  .points { text-align: right; white-space: nowrap; font-variant-numeric: tabular-nums; }
  .passed, .full { color: var(--good); }
  .failed, .below { color: var(--bad); }
  .not_run { opacity: .6; }
  pre { margin: .3rem 0; padding: .5rem .7rem; background: #8881; border-radius: 4px; overflow-x: auto; white-space: pre-wrap; }
  .finding { border-left: 3px solid var(--line); padding-left: .8rem; margin: 1rem 0; }
  .conditions { opacity: .8; }
)";

std::string mark(double score, double max_score) {
    return fmt::format("<td class=\"points\">{} / {}</td>", points(score), points(max_score));
}

std::string total(const score::LabResult& lab) {
    if (lab.status == score::LabStatus::graded) return mark(lab.score, lab.max_score);
    return "<td class=\"points\">not gradable</td>";
}

std::string board(const score::RunResult& run) {
    const auto parts = part_names(run);
    std::string html = "<table>\n<tr><th>lab</th>";
    for (const auto& name : parts) {
        html += fmt::format("<th class=\"points\">{}</th>", escaped(name));
    }
    html += "<th class=\"points\">total</th></tr>\n";
    for (const auto& lab : run.labs) {
        const auto slug = escaped(lab.lab);
        html += fmt::format("<tr class=\"{}\"><td><a href=\"#{}\">{}</a></td>",
                            has_full_marks(lab) ? "full" : "below", slug, slug);
        for (const auto& name : parts) {
            const auto* part = find_part(lab, name);
            html += part ? mark(part->score, part->max_score) : "<td></td>";
        }
        html += total(lab) + "</tr>\n";
    }
    return html + "</table>\n";
}

std::string part_table(const score::PartResult& part) {
    auto html = fmt::format("<table>\n<tr><th colspan=\"2\">{}</th>{}</tr>\n", escaped(part.name),
                            mark(part.score, part.max_score));
    for (const auto& result : part.cases) {
        const auto status = std::string(name_of(result.status));
        const auto word = result.status == score::CaseStatus::not_run ? "not run" : status;
        html +=
            fmt::format("<tr class=\"{}\"><td>{}</td><td>{}", status, word, escaped(result.name));
        if (!result.message.empty()) html += fmt::format("<pre>{}</pre>", escaped(result.message));
        html += fmt::format("</td>{}</tr>\n", mark(result.score, result.max_score));
    }
    return html + "</table>\n";
}

std::string finding_block(const score::Finding& finding, const std::string& source) {
    const auto times = finding.count > 1 ? fmt::format(", {} times", finding.count) : "";
    auto html = fmt::format("<div class=\"finding\">\n<p><strong>{}:{}</strong> {}: {}{}</p>\n",
                            escaped(finding.file), finding.line, escaped(finding.severity),
                            escaped(finding.kind), times);
    if (!source.empty())
        html += fmt::format("<pre>{:>5} | {}</pre>\n", finding.line, escaped(source));
    return html + fmt::format("<p>{}</p>\n</div>\n", escaped(finding.message));
}

std::string sanitizer_table(const score::LabResult& lab) {
    std::string html =
        "<table>\n<tr><th colspan=\"2\">found by</th><th>simulator</th>"
        "<th>compute-sanitizer</th></tr>\n";
    for (const auto& row : found_by(lab)) {
        html += fmt::format("<tr><td>{}</td><td>{}</td><td>{}</td><td>{}</td></tr>\n",
                            escaped(row.kind), escaped(row.place), row.simulator ? "yes" : "-",
                            escaped(fmt::format("{}", fmt::join(row.tools, " "))));
    }
    html += "</table>\n";
    for (const auto& trouble : lab.sanitizer.troubles)
        html += fmt::format("<p>{}</p>\n", escaped(trouble));
    return html;
}

std::string section(const score::LabResult& lab, const Sources& sources) {
    auto html = fmt::format("<h2 id=\"{}\">{}</h2>\n", escaped(lab.lab), escaped(lab.lab));
    if (lab.status == score::LabStatus::not_gradable) {
        html += fmt::format("<p class=\"below\">not gradable: {}</p>\n", escaped(lab.reason));
        if (!lab.details.empty()) html += fmt::format("<pre>{}</pre>\n", escaped(lab.details));
    }
    for (const auto& part : lab.parts) html += part_table(part);
    for (const auto& kernel : lab.kernels) {
        html += fmt::format("<p><code>{}</code></p>\n", escaped(launch(kernel)));
    }
    for (const auto& finding : lab.findings) {
        html += finding_block(finding, sources.line(lab.lab, finding.file, finding.line));
    }
    if (lab.sanitizer.ran) html += sanitizer_table(lab);
    return html;
}

}  // namespace

void Html::print(const score::RunResult& run, std::ostream& out) const {
    out << "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
           "<meta name=\"viewport\" content=\"width=device-width\">\n<title>Grading "
           "report</title>\n"
        << "<style>" << style << "</style>\n</head>\n<body>\n<h1>Grading report</h1>\n"
        << fmt::format("<p class=\"conditions\">{}</p>\n", escaped(conditions(run))) << board(run);
    for (const auto& lab : run.labs) out << section(lab, sources_);
    out << "</body>\n</html>\n";
}

}  // namespace grader::report
