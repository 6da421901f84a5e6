#include "class/marks.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <map>
#include <nlohmann/json.hpp>

#include "class/output.hpp"
#include "json_text.hpp"
#include "report/json.hpp"
#include "report/kept_seed.hpp"
#include "report/text.hpp"

namespace grader::classes {
namespace {

using Json = nlohmann::json;

std::string table_of(const std::vector<Standing>& standings, const Enrolment& enrolment) {
    std::vector<std::string> head{"student",   "lab",    "outcome",    "score",
                                  "max_score", "reason", "submission", "kit_version"};
    if (enrolment.has_roster()) head.push_back("name");
    auto text = csv_line(head);
    for (const auto& standing : standings) {
        std::vector<std::string> cells{standing.student, standing.lab, standing.state};
        cells.resize(head.size());
        if (const auto& attempt = standing.attempt) {
            const auto& result = attempt->result;
            if (attempt->outcome == Outcome::graded)
                cells[3] = report::points(result.score, result.max_score);
            if (result.max_score > 0) cells[4] = report::points(result.max_score);
            cells[5] = result.reason;
            cells[6] = attempt->submission.substr(0, 16);
            cells[7] = attempt->kit_version;
        }
        if (enrolment.has_roster()) cells[8] = name_of(enrolment, standing.student);
        text += csv_line(cells);
    }
    return text;
}

Json json_of(const Standing& standing, const Enrolment& enrolment) {
    Json json{{"student", standing.student},
              {"lab", standing.lab},
              {"outcome", standing.state},
              {"score", nullptr}};
    if (enrolment.has_roster()) json["name"] = name_of(enrolment, standing.student);
    if (const auto& attempt = standing.attempt) {
        json["submission"] = attempt->submission;
        json["kit_version"] = attempt->kit_version;
        json["reason"] = attempt->result.reason;
        if (attempt->outcome == Outcome::graded) json["score"] = attempt->result.score;
        if (attempt->outcome != Outcome::grader_failed)
            json["result"] = json_text::parse(report::to_line(attempt->result));
    }
    return json;
}

using Cases = std::map<std::string, double>;

Cases cases_of(const Attempt& attempt) {
    Cases cases;
    for (const auto& part : attempt.result.parts)
        for (const auto& one : part.cases) cases[part.name() + ": " + one.name] = one.score;
    return cases;
}

std::vector<std::string> reasons(const Attempt& before, const Attempt& after) {
    std::vector<std::string> reasons;
    if (before.submission != after.submission) reasons.push_back("another submission");
    if (before.kit_version != after.kit_version) reasons.push_back("another version of the kit");
    if (before.settings.seed != after.settings.seed) reasons.push_back("another seed");
    if (before.settings.backend != after.settings.backend ||
        before.settings.device != after.settings.device)
        reasons.push_back("another backend");
    if (reasons.empty()) reasons.push_back("nothing that it rests on has changed");
    return reasons;
}

}  // namespace

score::RunResult run_for_student(const Attempt& attempt, score::OfHidden hidden) {
    const auto& settings = attempt.settings;
    return report::without_seed({settings.backend,
                                 settings.device,
                                 settings.sandbox,
                                 settings.seed,
                                 "forward and reverse",
                                 {score::as_shown(attempt.result, hidden)},
                                 ""});
}

std::string mark_of(const Attempt& attempt) {
    if (attempt.outcome != Outcome::graded)
        return fmt::format("no mark: {}", name_of(attempt.outcome));
    return report::points(attempt.result.score, attempt.result.max_score);
}

std::vector<std::string> changes(const Attempt& before, const Attempt& after) {
    const auto old = cases_of(before), now = cases_of(after);
    if (mark_of(before) == mark_of(after) && old == now) return {};
    std::vector<std::string> lines{
        fmt::format("{} {}: {} -> {}: {}", report::printable(after.student), after.lab,
                    mark_of(before), mark_of(after), fmt::join(reasons(before, after), ", "))};
    auto all = old;
    all.insert(now.begin(), now.end());
    for (const auto& [name, unused] : all) {
        const double was = old.contains(name) ? old.at(name) : 0;
        const double is = now.contains(name) ? now.at(name) : 0;
        if (was != is)
            lines.push_back(fmt::format("    {}: {} -> {}", report::printable(name),
                                        report::points(was), report::points(is)));
    }
    if (!after.result.reason.empty())
        lines.push_back("    " + report::printable(after.result.reason));
    return lines;
}

void write_marks(const std::filesystem::path& out, const std::vector<Standing>& standings,
                 const Settings& settings, const Enrolment& enrolment) {
    write_whole(out / "marks.csv", table_of(standings, enrolment));
    Json marks = Json::array();
    for (const auto& standing : standings) marks.push_back(json_of(standing, enrolment));
    const Json all{{"version", 1},
                   {"backend", settings.backend},
                   {"device", settings.device},
                   {"sandbox", settings.sandbox},
                   {"marks", marks}};
    write_whole(out / "marks.json", json_text::write(all, 2) + '\n');
}

}  // namespace grader::classes
