// Determines the settings (backend, sandbox, seed), grades, and reports.
#include "cli/grading.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <map>
#include <memory>
#include <ostream>
#include <thread>

#include "cli/attempts.hpp"
#include "cli/backend.hpp"
#include "cli/cases.hpp"
#include "cli/grade_lab.hpp"
#include "cli/hunts.hpp"
#include "cli/pictures.hpp"
#include "cli/predict.hpp"
#include "cli/search_offer.hpp"
#include "cli/seed.hpp"
#include "cli/side_by_side.hpp"
#include "cli/submissions.hpp"
#include "report/exchange.hpp"
#include "report/html.hpp"
#include "report/json.hpp"
#include "report/junit.hpp"
#include "report/kept_seed.hpp"
#include "report/sarif.hpp"
#include "report/terminal.hpp"
#include "report/text.hpp"
#include "skeleton/handed_out.hpp"

namespace grader::cli {
namespace {

namespace fs = std::filesystem;

/// The request that all labs of this run share, without lab and submission.
suite::Request common_request(const GradingOptions& options) {
    auto common = options.request;
    common.sandbox = choose_sandbox(options.no_sandbox).kind();
    common.closeups = options.reports.contains("html");
    if (options.draw_seed) common.seed = drawn_seed();
    return common;
}

std::vector<suite::Request> requests_for(const lab::Kit& kit, const std::vector<lab::Lab>& labs,
                                         const fs::path& folder, const suite::Request& common) {
    std::vector<suite::Request> requests;
    for (const auto& lab : labs) {
        auto& request = requests.emplace_back(common);
        request.lab = lab.slug;
        request.submission = folder / lab.slug;
        request.log = kit.build / "logs" / (lab.slug + ".txt");
        request.open_hunts = open_hunts(kit, lab, request.submission);
    }
    return requests;
}

/// On a device, one lab at a time, since times are compared there. Its rungs run side by side, at
/// most one for two cores: of a rung's processes (grader, programs in two orders, program on the
/// device) hardly more than two work at a time.
std::vector<score::LabResult> grade_all(const lab::Kit& kit,
                                        const std::vector<suite::Request>& requests,
                                        build::Backend backend) {
    const std::size_t cores = std::max(1u, std::thread::hardware_concurrency());
    const bool on_device = backend == build::Backend::cuda;
    const auto count = on_device ? 1 : std::clamp<std::size_t>(requests.size(), 1, cores);
    const auto at_once = static_cast<unsigned>(cores / (on_device ? 2 : count));
    std::vector<score::LabResult> results(requests.size());
    side_by_side(requests.size(), static_cast<unsigned>(count), [&](std::size_t i) {
        results[i] = grade_lab(kit, requests[i], backend, at_once);
    });
    return results;
}

score::RunResult graded(const lab::Kit& kit, const std::vector<suite::Request>& requests,
                        const BackendChoice& choice, const suite::Request& common) {
    return {name_of(choice.backend),
            choice.device,
            sandbox::name(common.sandbox),
            common.seed,
            fmt::format("{}", fmt::join(common.orders, " and ")),
            grade_all(kit, requests, choice.backend),
            common.only_case};
}

report::Sources sources_of(const lab::Kit& kit, const std::vector<lab::Lab>& labs,
                           const fs::path& folder) {
    report::Sources sources;
    for (const auto& lab : labs) {
        sources.add(lab, folder / lab.slug);
        skeleton::add_handed_out(sources, kit, lab);
    }
    return sources;
}

/// Throws report::ReportError.
void expect_writable(const fs::path& file) {
    const auto folder = file.has_parent_path() ? file.parent_path() : fs::path(".");
    const auto refuse = [&](const std::string& why) {
        throw report::ReportError(fmt::format("cannot write {}: {}", file.string(), why));
    };
    if (!fs::is_directory(folder)) refuse(fmt::format("there is no folder {}", folder.string()));
    if (fs::is_directory(file)) refuse("it is a folder");
    if (access(fs::exists(file) ? file.c_str() : folder.c_str(), W_OK) != 0)
        refuse(std::strerror(errno));
}

void write_report(const report::Format& format, const score::RunResult& run, const fs::path& file) {
    std::ofstream out(file);
    format.print(run, out);
    out.flush();
    if (!out) throw report::ReportError(fmt::format("cannot write {}", file.string()));
}

/// Each lab's folder, relative to the current folder, where a report usually is.
report::Sarif::Folders folders_of(const fs::path& folder) {
    report::Sarif::Folders folders;
    for (const auto& slug : lab::this_kit().slugs)
        folders[slug] = (folder / slug).lexically_proximate(fs::current_path()).generic_string();
    return folders;
}

/// For a student's own labs: what has changed since the last attempt, for the screen and the page.
void compare_with_last(const lab::Kit& kit, const score::RunResult& run, std::ostream& out,
                       report::PageContext& page) {
    for (const auto& lab : run.labs) {
        if (lab.status != score::LabStatus::graded) continue;
        const auto before = attempts(kit, lab.lab);
        const auto changed = before.last ? difference(*before.last, lab) : "";
        const auto next = has_full_marks(lab) ? challenge(before, lab) : "";
        for (const auto& text : {changed, next})
            if (!text.empty()) out << '\n' << (run.labs.size() > 1 ? lab.lab + ", " : "") << text;
        keep(kit, lab.lab, attempt_of(lab));
        page.scores[lab.lab] = attempts(kit, lab.lab).shares;
        page.changes[lab.lab] = changed + next;
    }
}

/// Creates any of report_formats.
std::unique_ptr<report::Format> format_called(const std::string& name,
                                              const report::Sources& sources,
                                              const report::PageContext& page,
                                              const fs::path& folder) {
    if (name == "json") return std::make_unique<report::Json>();
    if (name == "junit") return std::make_unique<report::JUnit>();
    if (name == "gradescope") return std::make_unique<report::Gradescope>();
    if (name == "prairielearn") return std::make_unique<report::PrairieLearn>();
    if (name == "classroom50")
        return std::make_unique<report::Classroom50>(report::classroom50_identity());
    if (name == "sarif") return std::make_unique<report::Sarif>(folders_of(folder));
    return std::make_unique<report::Html>(sources, page);
}

/// On a platform, all submissions have the seed that was given to it, also the later ones of a
/// student who reads its results.
bool is_kept_from_students(const GradingOptions& options) {
    return !options.draw_seed && std::ranges::any_of(report_formats, [&](const ReportFormat& one) {
        return one.for_platform && options.reports.contains(one.name);
    });
}

/// What whoever reads the reports may see of it, and as he would type it: why a lab was not taken,
/// hidden cases, the seed, the paths of logs.
score::RunResult as_shown(score::RunResult run, const GradingOptions& options) {
    for (auto& lab : run.labs) {
        if (const auto why = options.not_taken.find(lab.lab); why != options.not_taken.end())
            lab.reason = why->second;
        lab = score::as_shown(std::move(lab), options.hidden);
        if (!lab.log.empty()) lab.log = fs::path(lab.log).lexically_proximate(fs::current_path());
    }
    return is_kept_from_students(options) ? report::without_seed(std::move(run)) : run;
}

void print(const score::RunResult& run, const report::Sources& sources,
           const GradingOptions& options, std::ostream& out) {
    using enum report::Terminal::Colour;
    using enum report::Terminal::Detail;
    report::Terminal(sources, options.colour ? always : never, options.width,
                     options.brief ? brief : whole)
        .print(run, out);
}

ExitStatus status_of(const score::RunResult& run) {
    if (has_full_marks(run)) return full_marks;
    const auto graded = [](const auto& lab) { return lab.status == score::LabStatus::graded; };
    return std::ranges::all_of(run.labs, graded) ? below_full_marks : could_not_grade;
}

/// Checked before a long run, not after it. Throws report::ReportError.
void check_reports(const std::map<std::string, fs::path>& reports) {
    for (const auto& [format, file] : reports) {
        expect_writable(file);
        format_called(format, {}, {}, {});
    }
}

}  // namespace

ExitStatus grade(const lab::Kit& kit, const GradingOptions& options, std::ostream& out) {
    check_reports(options.reports);
    const auto labs = kit.find_all(options.labs);
    expect_case(labs, options.request.only_case);
    const auto folder = submissions_folder(kit, options.from);
    const auto choice = choose_backend(options.backend);
    const auto common = common_request(options);
    if (options.backend == "auto" && !options.brief)
        out << fmt::format("backend {}: {}\n\n", name_of(choice.backend), choice.why);
    for (const auto& line : misread_predictions(labs, folder))
        out << report::printable(line) << '\n';
    const auto run =
        as_shown(graded(kit, requests_for(kit, labs, folder, common), choice, common), options);
    const auto sources = sources_of(kit, labs, folder);
    print(run, sources, options, out);
    report::PageContext page;
    if (options.from == "labs" && common.only_case.empty()) {
        if (!options.brief)
            for (const auto& lab : run.labs) out << search_offer(lab, sources, common.seed);
        compare_with_last(kit, run, out, page);
    }
    if (common.closeups)
        for (const auto& lab : labs)
            page.pictures[lab.slug] = pictures_of(kit, lab, options.from, options.no_sandbox);
    for (const auto& [format, file] : options.reports)
        write_report(*format_called(format, sources, page, folder), run, file);
    return status_of(run);
}

ExitStatus demo(const lab::Kit& kit, GradingOptions options, std::ostream& out) {
    options.labs = {"all"};
    options.from = (kit.has_solutions() ? kit.solutions() : kit.labs()).string();
    const auto& page = options.reports.try_emplace("html", kit.build / "report.html").first->second;
    out << (kit.has_solutions() ? "The reference solutions:\n\n"
                                : "The labs as they stand (this release has no solutions):\n\n");
    const auto status = grade(kit, options, out);
    out << fmt::format("report: {}\nnext: open labs/{}/README.md\n",
                       page.lexically_proximate(fs::current_path()).string(), kit.slugs.front());
    return status;
}

}  // namespace grader::cli
