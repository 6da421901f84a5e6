#include "cli/attempts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>

#include "report/text.hpp"

namespace grader::cli {
namespace {

namespace fs = std::filesystem;

fs::path file_of(const lab::Kit& kit, const std::string& slug) {
    return kit.build / "attempts" / slug;
}

double share(const score::CaseResult& result) {
    return result.max_score > 0 ? result.score / result.max_score : 1;
}

std::string key(const score::PartResult& part, const score::CaseResult& result) {
    return part.name() + ": " + result.name;
}

nlohmann::json to_json(const Record& record) {
    return {{"name", record.name},       {"what", record.what},   {"us", record.microseconds},
            {"against", record.against}, {"rival", record.rival}, {"least", record.least}};
}

/// Attempts made with an earlier kit have none.
std::vector<Record> records_in(const nlohmann::json& attempt) {
    std::vector<Record> records;
    for (const auto& json : attempt.value("records", nlohmann::json::array()))
        records.push_back({json.at("name"), json.at("what"), json.at("us"), json.at("against"),
                           json.at("rival"), json.at("least")});
    return records;
}

std::optional<Attempt> attempt_in(const std::string& line) {
    const auto json = nlohmann::json::parse(line, nullptr, false);
    if (!json.is_object()) return std::nullopt;
    try {
        return Attempt{json.at("score"), json.at("max_score"), json.at("cases"), json.at("work"),
                       records_in(json)};
    } catch (const nlohmann::json::exception&) {
        return std::nullopt;
    }
}

}  // namespace

Attempt attempt_of(const score::LabResult& lab) {
    Attempt attempt{lab.score, lab.max_score, {}, {}, {}};
    for (const auto& part : lab.parts)
        for (const auto& result : part.cases) attempt.cases[key(part, result)] = share(result);
    for (const auto& work : lab.work) attempt.work[work.name] = work.ratio();
    if (!has_right_values(lab)) return attempt;
    for (const auto& work : lab.work)
        attempt.records.push_back({work.name, work.what, work.microseconds, work.limit, "", 0});
    for (const auto& time : lab.times)
        attempt.records.push_back({time.name, time.what, time.microseconds, time.rival_microseconds,
                                   time.rival, time.least});
    return attempt;
}

Attempts attempts(const lab::Kit& kit, const std::string& slug) {
    Attempts all;
    std::ifstream in(file_of(kit, slug));
    for (std::string line; std::getline(in, line);) {
        auto attempt = attempt_in(line);
        if (!attempt) continue;
        ++all.count;
        all.best = std::max(all.best, attempt->score);
        all.shares.push_back(attempt->max_score > 0 ? attempt->score / attempt->max_score : 0);
        if (attempt->is_full())
            for (const auto& [name, ratio] : attempt->work) {
                const auto [least, first] = all.least_work.try_emplace(name, ratio);
                if (!first) least->second = std::min(least->second, ratio);
            }
        std::ranges::copy(attempt->records, std::back_inserter(all.records));
        all.last = std::move(attempt);
    }
    std::error_code ignored;
    if (all.last) all.when = fs::last_write_time(file_of(kit, slug), ignored);
    return all;
}

void keep(const lab::Kit& kit, const std::string& slug, const Attempt& attempt) {
    std::error_code ignored;
    fs::create_directories(file_of(kit, slug).parent_path(), ignored);
    auto records = nlohmann::json::array();
    for (const Record& record : attempt.records) records.push_back(to_json(record));
    const nlohmann::json json = {{"score", attempt.score},
                                 {"max_score", attempt.max_score},
                                 {"cases", attempt.cases},
                                 {"work", attempt.work},
                                 {"records", std::move(records)}};
    std::ofstream(file_of(kit, slug), std::ios::app) << json.dump() << '\n';
}

std::string difference(const Attempt& last, const score::LabResult& now) {
    std::string better, worse;
    for (const auto& part : now.parts)
        for (const auto& result : part.cases) {
            const auto before = last.cases.find(key(part, result));
            if (before == last.cases.end() || result.max_score == 0) continue;
            const double change = share(result) - before->second;
            if (std::abs(change) < 1e-9) continue;
            const bool whole = share(result) == 1 || share(result) == 0;
            (change > 0 ? better : worse) +=
                fmt::format("  {}  {}\n",
                            change > 0 ? (whole ? "now passes " : "gains points")
                                       : (whole ? "now fails  " : "loses points"),
                            result.name);
        }
    const double gained = now.score - last.score;
    if (better.empty() && worse.empty()) return {};
    return fmt::format("since the last attempt: {}{} points\n{}{}", gained < 0 ? "-" : "+",
                       report::points(std::abs(gained)), worse, better);
}

std::string challenge(const Attempts& before, const score::LabResult& now) {
    std::string lines;
    for (const auto& work : now.work) {
        const auto least = before.least_work.find(work.name);
        lines += fmt::format("  {:.2f} times its limit", work.ratio());
        if (least != before.least_work.end())
            lines += fmt::format(", your best {:.2f}", least->second);
        lines += fmt::format(": {}{}, bound by {}\n", work.name,
                             work.what.empty() ? "" : fmt::format(" ({})", work.what), work.bound);
    }
    return lines.empty() ? "" : "all points; next, take the estimated time down\n" + lines;
}

}  // namespace grader::cli
