#include "class/page.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "class/similar.hpp"
#include "json_text.hpp"
#include "number_of.hpp"
#include "report/text.hpp"

namespace grader::classes {
namespace {

using report::escaped;

constexpr std::size_t most_rows = 8;  // of cases and of findings

constexpr const char* style = R"(
  :root { color-scheme: light dark; --line: #8886; }
  body { font: 15px/1.5 system-ui, sans-serif; max-width: 62rem; margin: 2rem auto; padding: 0 1rem; }
  .wide { overflow-x: auto; }
  table { border-collapse: collapse; margin: .5rem 0 1.5rem; }
  th, td { text-align: left; padding: .25rem .6rem; border-bottom: 1px solid var(--line); white-space: nowrap; }
  .number { text-align: right; font-variant-numeric: tabular-nums; }
  figure { margin: 1rem 0; background: #fff; border-radius: 4px; }
  figure svg { width: 100%; height: auto; }
)";

std::string number_cell(double value) {
    return fmt::format("<td class=\"number\">{:.1f}</td>", value);
}

/// Remarks on a mark: late, decided by hand, or none.
std::string note_of(const LabMark& mark) {
    if (mark.decided) return " title=\"decided by hand\"";
    if (mark.days_late == 0) return "";
    return fmt::format(" title=\"{} late, {} of them given: {:.1f} before\"",
                       words::number_of(mark.days_late, "day"), mark.late_days, mark.before);
}

/// `name`: on the roster.
std::string student_row(const std::string& student, const std::string& name, const Total& total) {
    const auto title = name == student ? "" : fmt::format(" title=\"{}\"", escaped(student));
    auto html = fmt::format("<tr><th scope=\"row\"{}>{}</th>", title, escaped(name));
    for (const auto& [slug, mark] : total.labs) {
        const auto points =
            mark.handed_in || mark.decided ? fmt::format("{:.1f}", mark.points) : "";
        const char* sign = mark.decided ? "*" : mark.days_late > 0 ? "†" : "";
        html += fmt::format("<td class=\"number\"{}>{}{}</td>", note_of(mark), points, sign);
    }
    return html + number_cell(total.points) + "</tr>\n";
}

std::string students_table(const Course& course, const Totals& totals, const Enrolment& enrolment) {
    std::string html = "<div class=\"wide\"><table>\n<tr><th>student</th>";
    for (const auto& [slug, lab] : course.labs)
        html +=
            fmt::format("<th class=\"number\">{}</th>", escaped(slug.substr(0, slug.find('-'))));
    html += "<th class=\"number\">total</th></tr>\n";
    for (const auto& [student, total] : totals)
        html += student_row(student, name_of(enrolment, student), total);
    return html + "</table></div>\n<p>† late; * decided by hand; empty: not handed in.</p>\n";
}

std::string tally_table(const char* head, std::span<const Tally> tallies) {
    if (tallies.empty()) return "";
    auto html =
        fmt::format("<table>\n<tr><th>{}</th><th class=\"number\">students</th></tr>\n", head);
    for (const auto& one : tallies.first(std::min(most_rows, tallies.size())))
        html += fmt::format("<tr><td>{}</td><td class=\"number\">{}</td></tr>\n", escaped(one.what),
                            one.count);
    return html + "</table>\n";
}

std::string lab_section(const LabStatistics& lab) {
    auto html = fmt::format("<h2>{}</h2>\n<p>", escaped(lab.lab));
    for (const auto& one : lab.outcomes)
        html += fmt::format("{} {} · ", one.count, escaped(one.what));
    html += lab.points.empty()
                ? "no marks</p>\n"
                : fmt::format("median {:.1f}, middle half {:.1f} to {:.1f}</p>\n",
                              lab.quantile(0.5), lab.quantile(0.25), lab.quantile(0.75));
    return html + "<div class=\"wide\">" + tally_table("case that fails", lab.failed_cases) +
           tally_table("finding", lab.findings) + "</div>";
}

std::string links_to(const std::vector<std::filesystem::path>& pages) {
    std::string html;
    for (const auto& page : pages)
        html += fmt::format("<p>Submissions compared: <a href=\"{0}\">{0}</a></p>\n",
                            escaped(page.string()));
    return html;
}

}  // namespace

std::string plotted(std::span<const LabStatistics> labs) {
    nlohmann::json all = nlohmann::json::array();
    for (const auto& lab : labs) {
        nlohmann::json attempts = nlohmann::json::array();
        for (const auto& day : lab.attempts) attempts.push_back({day.what, day.count});
        all.push_back({{"lab", lab.lab}, {"points", lab.points}, {"attempts", attempts}});
    }
    return json_text::write(all);
}

std::string page_of(const Course& course, const Totals& totals, const Enrolment& enrolment,
                    std::span<const LabStatistics> labs, const std::string& plots,
                    const std::filesystem::path& out) {
    const auto title = escaped(course.title.empty() ? "The class" : course.title);
    auto html = fmt::format(
        "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n"
        "<meta name=\"viewport\" content=\"width=device-width\">\n<title>{0}</title>\n"
        "<style>{1}</style>\n<body>\n<h1>{0}</h1>\n{2}<figure>{3}</figure>\n",
        title, style, students_table(course, totals, enrolment), plots.substr(plots.find("<svg")));
    for (const auto& lab : labs) html += lab_section(lab) + links_to(comparisons_in(out, lab.lab));
    return html + "</body>\n</html>\n";
}

}  // namespace grader::classes
