// Builds the page from small functions, each of which returns HTML with all foreign text escaped.
#include "report/html.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <ostream>

#include "report/base64.hpp"
#include "report/failures.hpp"
#include "report/found_by.hpp"
#include "report/page_drawings.hpp"
#include "report/page_source.hpp"
#include "report/page_style.hpp"
#include "report/text.hpp"

namespace grader::report {
namespace {

std::string mark(double score, double max_score) {
    return fmt::format("<span class=\"points\">{} / {}</span>", points(score, max_score),
                       points(max_score));
}

/// The colour for a score: full, partial, none.
const char* tone(double score, double max_score) {
    return score >= max_score ? "good" : score > 0 ? "part" : "bad";
}

std::string bar(double score, double max_score) {
    const double share = max_score > 0 ? score / max_score : 1;
    return fmt::format(
        "<span class=\"bar\"><span class=\"{}\" style=\"width:{:.0f}%\"></span></span>",
        share >= 1  ? "full"
        : share > 0 ? "some"
                    : "none",
        100 * share);
}

std::string board(const score::RunResult& run) {
    std::string html = "<nav class=\"board\" aria-label=\"Labs\">\n";
    for (const auto& lab : run.labs) {
        const bool graded = lab.status == score::LabStatus::graded;
        html += fmt::format(
            "<div class=\"lab\"><a href=\"#{0}\">{0}</a>{1}<span class=\"{2}\">{3}</span></div>\n",
            escaped(lab.lab), bar(lab.score, lab.max_score), tone(lab.score, lab.max_score),
            graded ? mark(lab.score, lab.max_score) : "not gradable");
    }
    return html + "</nav>\n";
}

std::string parts(const score::LabResult& lab) {
    std::string html = "<div class=\"parts\">\n";
    for (const auto& part : lab.parts)
        html += fmt::format("<div><div class=\"head\"><span>{}</span>{}</div>{}</div>\n",
                            escaped(part.name()), mark(part.score, part.max_score),
                            bar(part.score, part.max_score));
    return html + "</div>\n";
}

std::string task_list(const std::vector<std::string>& tasks) {
    if (tasks.empty()) return {};
    std::string html = "<div class=\"box part-edge\">\n<h3>Still to do</h3>\n<ul>\n";
    for (const auto& task : tasks) html += fmt::format("<li>{}</li>\n", escaped(task));
    return html + "</ul>\n</div>\n";
}

std::string failure_box(const score::CaseResult& result) {
    return fmt::format(
        "<div class=\"box bad-edge\">\n<h3>First failure: {}</h3>\n<pre>{}</pre>\n{}</div>\n",
        escaped(result.name), escaped(result.message.text()),
        result.wrong ? heat_map(*result.wrong) : "");
}

std::string finding_box(const score::Finding& finding, const std::string& source) {
    const auto times = finding.count > 1 ? fmt::format(", {} times", finding.count) : "";
    const auto place = finding.file.empty() || finding.line == 0
                           ? ""
                           : fmt::format(" at {}:{}", escaped(finding.file), finding.line);
    auto html = fmt::format("<div class=\"box {}-edge\">\n<h3>{}: {}{}{}</h3>\n",
                            finding.severity == score::Severity::error ? "bad" : "part",
                            name_of(finding.severity), escaped(finding.kind), place, times);
    if (!source.empty())
        html += fmt::format("<pre>{:>5} | {}</pre>\n", finding.line, escaped(source));
    html += fmt::format("<p>{}</p>\n", escaped(finding.message));
    if (finding.witness) html += witness_chart(*finding.witness);
    return html + "</div>\n";
}

std::string case_row(const score::CaseResult& result) {
    const bool passed = result.status == score::CaseStatus::passed;
    const bool failed = result.status == score::CaseStatus::failed;
    const auto* const word = passed ? "passed" : failed ? "failed" : "not run";
    const auto* const kind = passed    ? "good"
                             : !failed ? "quiet"
                                       : tone(result.score, result.max_score);
    auto html =
        fmt::format("<div class=\"case\"><span class=\"word {}\">{}</span><span>{}</span>{}", kind,
                    word, escaped(result.name), mark(result.score, result.max_score));
    if (failed && !result.message.empty())
        html += fmt::format("<pre>{}</pre>", escaped(result.message.text()));
    if (!failed && !result.message.empty())
        html += fmt::format("<p class=\"quiet\">{}</p>", escaped(result.message.text()));
    return html + "</div>\n";
}

std::string cases(const score::LabResult& lab) {
    if (lab.parts.empty()) return {};
    std::string html = "<details>\n<summary>All cases</summary>\n";
    for (const auto& part : lab.parts) {
        html += fmt::format("<h3 class=\"head\"><span>{}</span>{}</h3>\n", escaped(part.name()),
                            mark(part.score, part.max_score));
        for (const auto& result : part.cases) html += case_row(result);
    }
    return html + "</details>\n";
}

std::string launch_block(const score::Kernel& kernel) {
    auto html = fmt::format(
        "<details{}>\n<summary><code>{}</code></summary>\n<ul class=\"counters\">\n",
        kernel.worst_lines.empty() && !kernel.barriers ? "" : " open", escaped(shape(kernel)));
    for (const auto& [name, value] : kernel.counters)
        if (value > 0 && !is_for_the_model(name))
            html += fmt::format("<li><span>{}</span><span>{}</span></li>\n", escaped(name), value);
    html += "</ul>\n";
    for (const auto& line : kernel.worst_lines) html += lane_map(line);
    if (kernel.barriers) html += barrier_chart(*kernel.barriers);
    return html + "</details>\n";
}

std::string launches(const score::LabResult& lab) {
    std::string html;
    for (const auto& function : lab.to_predict)
        html += fmt::format("<p>Counts of {} are shown once predict.toml has its answers.</p>\n",
                            escaped(function));
    for (const auto& kernel : lab.kernels) html += launch_block(kernel);
    return html.empty() ? "" : "<h3>Launches</h3>\n" + html;
}

std::string estimates(const score::LabResult& lab) {
    if (lab.work.empty()) return {};
    std::string html = "<h3>Estimated times, of the limits</h3>\n";
    for (const auto& work : lab.work) html += estimate_scale(work);
    return html;
}

std::string sanitizer_list(const score::LabResult& lab) {
    std::string html = "<h3>Found by the simulator, and by compute-sanitizer</h3>\n";
    for (const auto& row : found_by(lab))
        html += fmt::format(
            "<p>{} {}: simulator {}, compute-sanitizer {}</p>\n", escaped(row.kind),
            escaped(row.place), row.simulator ? "yes" : "no",
            row.tools.empty() ? "no" : escaped(fmt::format("{}", fmt::join(row.tools, " "))));
    for (const auto& trouble : lab.sanitizer.troubles)
        html += fmt::format("<p>{}</p>\n", escaped(trouble));
    return html;
}

/// A student's attempts as columns, and what changed since the last one.
std::string progress(const std::string& slug, const PageContext& context) {
    std::string html;
    if (const auto scores = context.scores.find(slug);
        scores != context.scores.end() && scores->second.size() > 1) {
        std::string columns;
        for (const double share : scores->second)
            columns += fmt::format("<span style=\"height:{:.0f}%\"></span>", 100 * share);
        html += fmt::format(
            "<div class=\"tries\" role=\"img\" aria-label=\"Points of {} attempts\">{}</div>\n",
            scores->second.size(), columns);
    }
    if (const auto change = context.changes.find(slug);
        change != context.changes.end() && !change->second.empty())
        html += fmt::format("<pre>{}</pre>\n", escaped(change->second));
    return html.empty() ? "" : "<h3>Your attempts</h3>\n" + html;
}

std::string pictures(const std::string& slug, const PageContext& context) {
    std::string html;
    if (const auto found = context.pictures.find(slug); found != context.pictures.end())
        for (const auto& picture : found->second)
            html += fmt::format(
                "<img class=\"picture\" alt=\"What the submission draws\" "
                "src=\"data:image/png;base64,{}\">\n",
                to_base64(picture));
    return html.empty() ? "" : "<h3>What it draws</h3>\n" + html;
}

std::string title_of(const PageContext& context) {
    return context.student.empty() ? "Grading report" : "Grading report: " + context.student;
}

std::string head_of(const score::RunResult& run, const PageContext& context) {
    auto html = fmt::format("<header>\n<h1>{}</h1>\n", escaped(title_of(context)));
    if (!context.course.empty()) html += fmt::format("<p>{}</p>\n", escaped(context.course));
    html += fmt::format("<p class=\"quiet\">{}</p>\n", escaped(conditions(run)));
    if (!context.remark.empty())
        html += fmt::format("<p><strong>{}</strong></p>\n", escaped(context.remark));
    return html + "</header>\n";
}

std::string section(const score::LabResult& lab, const Sources& sources,
                    const PageContext& context) {
    const bool graded = lab.status == score::LabStatus::graded;
    auto html = fmt::format(
        "<section id=\"{0}\" aria-labelledby=\"{0}-title\">\n<div class=\"head\"><h2 "
        "id=\"{0}-title\">{0}</h2><strong "
        "class=\"{1}\">{2}</strong></div>\n",
        escaped(lab.lab), tone(lab.score, lab.max_score),
        graded ? mark(lab.score, lab.max_score) : "not gradable");
    if (!graded) html += fmt::format("<p class=\"bad\">{}</p>\n", escaped(lab.reason));
    if (const auto more = lines_beyond_reason(lab); !graded && !more.empty())
        html += fmt::format("<pre>{}</pre>\n", escaped(fmt::format("{}\n", fmt::join(more, "\n"))));
    const auto tasks = open_tasks(lab, sources);
    html += parts(lab) + task_list(tasks) + progress(lab.lab, context);
    if (const auto failed = failures_to_show(lab, sources); !failed.empty())
        html += failure_box(*failed.front());
    for (const auto& finding : lab.findings)
        html += finding_box(finding, sources.line(lab.lab, finding.file, finding.line));
    if (const auto annotated = annotated_sources(lab, sources); !annotated.empty())
        html += "<details open>\n<summary>The source, with what its lines cost</summary>\n" +
                annotated + "</details>\n";
    html += estimates(lab) + launches(lab) + pictures(lab.lab, context);
    if (lab.sanitizer.ran) html += sanitizer_list(lab);
    return html + cases(lab) + "</section>\n";
}

}  // namespace

void Html::print(const score::RunResult& run, std::ostream& out) const {
    out << "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
           "<meta name=\"viewport\" content=\"width=device-width, "
           "initial-scale=1\">\n"
        << fmt::format("<title>{}</title>\n", escaped(title_of(context_))) << "<style>"
        << page_style << "</style>\n</head>\n<body>\n"
        << head_of(run, context_) << "<main>\n"
        << board(run);
    for (const auto& lab : run.labs) out << section(lab, sources_, context_);
    out << "</main>\n</body>\n</html>\n";
}

}  // namespace grader::report
