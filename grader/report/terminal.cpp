// Lays out a run for a terminal with 80 columns, in the order in which a student needs it: the
// points, what failed first, why, and where to find more.
#include "report/terminal.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <optional>
#include <ostream>
#include <ranges>
#include <set>
#include <utility>

#include "number_of.hpp"
#include "report/failures.hpp"
#include "report/found_by.hpp"
#include "report/text.hpp"

namespace grader::report {
namespace {

constexpr std::size_t most_findings = 4;
constexpr std::size_t most_failures = 8;
constexpr std::size_t most_compiler_lines = 20;

bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

/// The end of a place such as `grid.cu:37` whose colon is at `at`; `at` if it is none.
std::size_t end_of_place(std::string_view line, std::size_t at) {
    if (at == 0 || line[at] != ':' || line[at - 1] == ' ') return at;
    std::size_t end = at + 1;
    while (end < line.size() && is_digit(line[end])) ++end;
    return end == at + 1 ? at : end;
}

/// Failures of the same kind differ in their numbers only, apart from the lines that they name.
std::string without_numbers(std::string_view line) {
    std::string kept;
    for (std::size_t at = 0; at < line.size();) {
        const std::size_t end = std::max(end_of_place(line, at), at + 1);
        if (end > at + 1 || !is_digit(line[at])) kept += line.substr(at, end - at);
        at = end;
    }
    return kept;
}

bool has_place(std::string_view line) {
    for (std::size_t at = 0; at < line.size(); ++at)
        if (end_of_place(line, at) > at) return true;
    return false;
}

bool explains(const score::Line& line) {
    switch (line.kind) {
        using enum score::LineKind;
        case cause:
        case finding:
        case held:
            return true;
        default:
            return false;
    }
}

/// The new lines of a further failure: its first line, and its explanation, or that it has the
/// cause of an earlier one, which only an explanation that names the same line shows. Empty if it
/// fails like an earlier one.
score::Message news(const score::Message& message, const std::set<std::string>& said) {
    constexpr std::size_t most_causes = 2;
    const auto is_known = [&](const score::Line& line) {
        return said.contains(without_numbers(line.words));
    };
    score::Lines causes, known;
    std::optional<score::Line> shape;  // of the causes that follow
    for (const score::Line& line : message.lines | std::views::drop(1)) {
        if (causes.size() >= most_causes) break;
        if (line.kind == score::LineKind::shape) shape = line;
        if (!explains(line)) continue;
        if (is_known(line)) {
            known.push_back(line);
            continue;
        }
        if (shape) causes.push_back(*std::exchange(shape, std::nullopt));
        causes.push_back(line);
    }
    const bool alike = message.empty() || is_known(message.lines.front());
    if (alike && causes.empty()) return {};
    score::Message result;
    if (!message.empty()) result.lines.push_back(message.lines.front());
    const auto names_a_place = [](const score::Line& line) { return has_place(line.words); };
    const bool is_same =
        std::ranges::any_of(known, names_a_place) && std::ranges::none_of(causes, names_a_place);
    if (is_same)
        result.lines.push_back({score::LineKind::cause, "the same cause"});
    else if (causes.empty())
        result.lines += known;
    return result + causes;
}

class Page {
  public:
    Page(std::ostream& out, const Sources& sources, bool colour, std::size_t width, bool brief)
        : out_(out), sources_(sources), colour_(colour), page_width_(width), brief_(brief) {}

    void board(const score::RunResult& run);
    void lab(const score::LabResult& lab);

  private:
    enum class Tone { plain, good, bad, faint, strong };

    std::string toned(Tone tone, const std::string& text) const {
        static constexpr const char* codes[] = {"", "32", "31", "2", "1"};
        if (!colour_ || tone == Tone::plain) return text;
        return fmt::format("\x1b[{}m{}\x1b[0m", codes[static_cast<int>(tone)], text);
    }

    /// `label` at `indent`, `text` beside it on as many lines as necessary, and "score / max" at
    /// the right edge.
    void scored(int indent, Tone tone, const std::string& label, const std::string& text,
                double score, double max_score);
    void indented(int indent, const std::string& text);
    void graded(const score::LabResult& lab);
    void case_line(const score::CaseResult& result);
    void open_tasks(const std::vector<std::string>& tasks);
    void failures(const score::LabResult& lab);
    void alike(const std::vector<std::string>& names);
    void findings(const score::LabResult& lab);
    void sanitizer(const score::LabResult& lab);
    void launches(const score::LabResult& lab);
    void finding(const std::string& slug, const score::Finding& finding);
    void not_gradable(const score::LabResult& lab);

    std::ostream& out_;
    const Sources& sources_;
    bool colour_;
    std::size_t page_width_;
    bool brief_;
};

void Page::scored(int indent, Tone tone, const std::string& label, const std::string& text,
                  double score, double max_score) {
    const auto mark = fmt::format("{} / {}", points(score, max_score), points(max_score));
    const auto left = static_cast<std::size_t>(indent) + label.size();
    const auto taken = left + mark.size() + 2;
    const auto room = page_width_ > taken + 8 ? page_width_ - taken : 8;
    auto rest = wrapped(printable(text), room);
    if (rest.empty()) rest.emplace_back();
    const auto filled = left + width_of(rest[0]) + mark.size();
    out_ << fmt::format("{:{}}{}{:{}}{}\n", "", indent, toned(tone, label + rest[0]), "",
                        page_width_ > filled ? page_width_ - filled : 1, mark);
    for (std::size_t i = 1; i < rest.size(); ++i) {
        out_ << fmt::format("{:{}}{}\n", "", left, toned(tone, rest[i]));
    }
}

void Page::indented(int indent, const std::string& text) {
    for (const auto& line : lines(printable(text))) {
        out_ << fmt::format("{:{}}{}\n", "", line.empty() ? 0 : indent, line);
    }
}

void Page::board(const score::RunResult& run) {
    const auto parts = parts_of(run);
    const bool many = parts.size() > 3;  // otherwise the columns would be too narrow
    const std::size_t slugs = many ? 24 : 28, marks = many ? 10 : 12;
    std::string header = fmt::format("{:<{}}", "lab", slugs);
    for (const auto part : parts) header += fmt::format("{:>{}}", name_of(part), marks);
    out_ << toned(Tone::strong, header + fmt::format("{:>14}", "total")) << '\n';
    for (const auto& lab : run.labs) {
        std::string row = fmt::format("{:<{}}", lab.lab, slugs);
        for (const auto part : parts) {
            const auto* found = find_part(lab, part);
            row +=
                fmt::format("{:>{}}",
                            found ? fmt::format("{} / {}", points(found->score, found->max_score),
                                                points(found->max_score))
                                  : "",
                            marks);
        }
        const auto total =
            lab.status == score::LabStatus::graded
                ? fmt::format("{} / {}", points(lab.score, lab.max_score), points(lab.max_score))
                : "not gradable";
        const auto tone = has_full_marks(lab) ? Tone::good : Tone::bad;
        out_ << row << toned(tone, fmt::format("{:>14}", total)) << '\n';
    }
}

void Page::lab(const score::LabResult& lab) {
    if (lab.status == score::LabStatus::graded) {
        graded(lab);
    } else {
        not_gradable(lab);
    }
    if (!has_full_marks(lab) && !lab.log.empty()) out_ << "\nfull log: " << lab.log << '\n';
}

void Page::graded(const score::LabResult& lab) {
    scored(0, Tone::strong, "", lab.lab, lab.score, lab.max_score);
    for (const auto& part : lab.parts) {
        scored(2, Tone::plain, "", part.name(), part.score, part.max_score);
        if (brief_) continue;
        for (const auto& result : part.cases) case_line(result);
    }
    failures(lab);
    findings(lab);
    if (brief_) return;
    sanitizer(lab);
    launches(lab);
}

void Page::case_line(const score::CaseResult& result) {
    const bool passed = result.status == score::CaseStatus::passed;
    const bool failed = result.status == score::CaseStatus::failed;
    const auto* word = passed ? "passed " : failed ? "FAILED " : "not run";
    const auto tone = passed ? Tone::good : failed ? Tone::bad : Tone::faint;
    scored(4, tone, fmt::format("{}  ", word), result.name, result.score, result.max_score);
}

void Page::open_tasks(const std::vector<std::string>& tasks) {
    constexpr std::size_t most = 12;
    if (tasks.empty()) return;
    out_ << '\n' << toned(Tone::strong, "still to do") << '\n';
    for (std::size_t i = 0; i < std::min(tasks.size(), most); ++i) indented(2, tasks[i]);
    if (tasks.size() > most) out_ << fmt::format("  and {} more\n", tasks.size() - most);
}

// Shows the first failure in full, and of the others what is new.
void Page::failures(const score::LabResult& lab) {
    const auto tasks = report::open_tasks(lab, sources_);
    open_tasks(tasks);
    std::set<std::string> said;
    std::vector<std::string> as_before;
    std::size_t shown = 0;
    for (const auto* result : failures_to_show(lab, sources_)) {
        const bool first = said.empty();
        const auto heading =
            fmt::format("{}: {}", first ? "first failure" : "also failed", result->name);
        const auto message = first ? result->message : news(result->message, said);
        if (message.empty()) as_before.push_back(result->name);
        if (message.empty() || ++shown > most_failures) continue;
        for (const auto& line : message.lines) said.insert(without_numbers(line.words));
        out_ << '\n' << toned(Tone::strong, printable(heading)) << '\n';
        indented(2, message.text());
    }
    if (shown > most_failures)
        out_ << fmt::format("\nand {} in the log\n",
                            words::number_of(shown - most_failures, "more failure"));
    alike(as_before);
}

// Lists cases that fail like one that has been shown, except for the numbers.
void Page::alike(const std::vector<std::string>& names) {
    constexpr std::size_t most = 6;
    if (names.empty()) return;
    out_ << '\n' << toned(Tone::strong, "also failed, in the same way") << '\n';
    for (std::size_t i = 0; i < std::min(names.size(), most); ++i) indented(2, names[i]);
    if (names.size() > most) out_ << fmt::format("  and {} more\n", names.size() - most);
}

void Page::findings(const score::LabResult& lab) {
    if (lab.findings.empty()) return;
    out_ << '\n' << toned(Tone::strong, "findings") << '\n';
    const auto shown = std::min(lab.findings.size(), most_findings);
    for (std::size_t i = 0; i < shown; ++i) finding(lab.lab, lab.findings[i]);
    const auto more = lab.findings.size() - shown;
    if (more > 0) out_ << fmt::format("  and {} more in the log\n", more);
}

void Page::sanitizer(const score::LabResult& lab) {
    if (!lab.sanitizer.ran) return;
    const auto rows = found_by(lab);
    out_ << '\n' << toned(Tone::strong, "found by") << '\n';
    if (rows.empty()) {
        out_ << "  neither the simulator nor compute-sanitizer finds anything\n";
    } else {
        out_ << fmt::format("  {:<22}{:<24}{:<11}{}\n", "", "", "simulator", "compute-sanitizer");
    }
    for (const auto& row : rows) {
        out_ << fmt::format("  {:<22}{:<24}{:<11}{}\n", printable(row.kind), printable(row.place),
                            row.simulator ? "yes" : "-",
                            row.tools.empty() ? "-" : fmt::format("{}", fmt::join(row.tools, " ")));
    }
    for (const auto& trouble : lab.sanitizer.troubles) indented(2, trouble);
}

void Page::launches(const score::LabResult& lab) {
    if (!lab.to_predict.empty()) out_ << '\n' << toned(Tone::strong, "predict first") << '\n';
    for (const auto& function : lab.to_predict)
        indented(2,
                 fmt::format("counts of {} are shown once predict.toml has its answers", function));
    if (!lab.to_predict.empty())
        out_ << fmt::format("  ./grader/grade predict {}\n", lab.lab.substr(0, lab.lab.find('-')));
    if (lab.kernels.empty()) return;
    out_ << '\n' << toned(Tone::strong, "launches") << '\n';
    for (const auto& kernel : lab.kernels) {
        std::string line = printable(shape(kernel));
        std::size_t indent = 2;
        for (const auto& [name, value] : kernel.counters) {
            if (value == 0 || is_for_the_model(name)) continue;
            const auto count = fmt::format("  {} {}", printable(name), value);
            if (indent + width_of(line) + width_of(count) > page_width_) {
                indented(static_cast<int>(indent), std::exchange(line, ""));
                indent = 4;
            }
            line += line.empty() ? count.substr(2) : count;
        }
        indented(static_cast<int>(indent), line);
    }
}

void Page::finding(const std::string& slug, const score::Finding& finding) {
    const auto times = finding.count > 1 ? fmt::format(", {} times", finding.count) : "";
    const auto place =
        finding.file.empty() ? "" : fmt::format("{}:{}: ", finding.file, finding.line);
    indented(2, fmt::format("{}{}: {}{}", place, name_of(finding.severity), finding.kind, times));
    const auto source = sources_.line(slug, finding.file, finding.line);
    if (!source.empty()) out_ << fmt::format("    {:>5} | {}\n", finding.line, source);
    for (const auto& line : wrapped(printable(finding.message), page_width_ - 4)) indented(4, line);
    if (!finding.witness) return;
    for (const auto& line : finding.witness->text) indented(4, printable(line));
    if (!finding.witness->command.empty())
        indented(4, "To see it: " + printable(finding.witness->command));
}

void Page::not_gradable(const score::LabResult& lab) {
    out_ << toned(Tone::strong, lab.lab) << "  " << toned(Tone::bad, "not gradable") << '\n';
    indented(2, lab.reason);
    const auto words = lines_beyond_reason(lab);
    const auto shown = std::min(words.size(), most_compiler_lines);
    for (std::size_t i = 0; i < shown; ++i) indented(4, words[i] + "\n");
    const auto more = words.size() - shown;
    if (more > 0) out_ << fmt::format("    and {} more lines in the log\n", more);
}

}  // namespace

void Terminal::print(const score::RunResult& run, std::ostream& out) const {
    Page page(out, sources_, colour_ == Colour::always, width_, detail_ == Detail::brief);
    const bool several = run.labs.size() > 1;
    for (const auto& lab : run.labs) {
        if (several && has_full_marks(lab)) continue;
        page.lab(lab);
        out << '\n';
    }
    if (several) page.board(run);
    out << conditions(run) << '\n';
}

}  // namespace grader::report
