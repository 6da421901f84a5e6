#include "class/gradebook.hpp"

#include <fmt/format.h>

#include "report/json.hpp"
#include "report/text.hpp"

namespace grader::classes {
namespace {

constexpr const char* attempt_columns =
    "attempt.id, attempt.student, attempt.lab, submission, kit_version, seed, backend, device, "
    "sandbox, handed_in, outcome, reason, result";

const char* query_of(Tallied what) {
    switch (what) {
        case Tallied::outcomes:
            return "SELECT state, count(*) FROM standing WHERE lab = ? GROUP BY state "
                   "ORDER BY count(*) DESC, state";
        case Tallied::failed_cases:
            return "SELECT part || ': ' || name, count(DISTINCT student) AS students FROM standing "
                   "JOIN graded_case ON graded_case.attempt = standing.attempt WHERE lab = ? AND "
                   "status = 'failed' GROUP BY part, name ORDER BY students DESC, part, name";
        case Tallied::findings:
            return "SELECT kind, count(DISTINCT student) AS students FROM standing JOIN finding ON "
                   "finding.attempt = standing.attempt WHERE lab = ? AND severity = 'error' "
                   "GROUP BY kind ORDER BY students DESC, kind";
        case Tallied::attempts:
            return "SELECT date(seen, 'unixepoch'), count(*) FROM (SELECT min(handed_in) AS seen "
                   "FROM attempt WHERE lab = ? GROUP BY student, submission) GROUP BY 1 ORDER BY 1";
    }
    return "";
}

// The attempt of a row in `standing` if it is a mark; otherwise the latest mark.
constexpr const char* mark_held_by_standing =
    "coalesce((SELECT id FROM attempt WHERE id = standing.attempt AND outcome IN ('graded', "
    "'refused')), (SELECT max(id) FROM attempt WHERE student = standing.student AND "
    "lab = standing.lab AND outcome IN ('graded', 'refused')))";

}  // namespace

const char* name_of(Outcome outcome) {
    switch (outcome) {
        case Outcome::graded:
            return "graded";
        case Outcome::not_submitted:
            return "not_submitted";
        case Outcome::refused:
            return "refused";
        case Outcome::grader_failed:
            return "grader_failed";
    }
    return "";
}

Outcome outcome_called(const std::string& name) {
    for (const auto outcome : {Outcome::graded, Outcome::not_submitted, Outcome::refused})
        if (name == name_of(outcome)) return outcome;
    return Outcome::grader_failed;
}

Gradebook::Gradebook(const std::filesystem::path& file) : database_(file) {}

std::optional<Settings> Gradebook::settings() {
    const std::lock_guard lock(mutex_);
    Statement row(database_, "SELECT seed, backend, device, sandbox FROM settings");
    if (!row.step()) return std::nullopt;
    Settings settings;
    settings.seed = std::stoull(row.text());
    settings.backend = row.text();
    settings.device = row.text();
    settings.sandbox = row.text();
    return settings;
}

void Gradebook::settle(const Settings& settings) {
    const std::lock_guard lock(mutex_);
    Statement(database_, "INSERT INTO settings VALUES (?, ?, ?, ?)")
        .bind(std::to_string(settings.seed))
        .bind(settings.backend)
        .bind(settings.device)
        .bind(settings.sandbox)
        .step();
}

std::int64_t Gradebook::begin_run(const std::string& kit_version, bool regrade) {
    const std::lock_guard lock(mutex_);
    Statement open(database_,
                   "SELECT id FROM run WHERE kit_version = ? AND regrade = ? AND finished = 0");
    if (open.bind(kit_version).bind(std::int64_t{regrade}).step()) return open.number();
    std::int64_t run = 0;
    database_.in_transaction([&] {
        Statement(database_, "INSERT INTO run (kit_version, regrade) VALUES (?, ?)")
            .bind(kit_version)
            .bind(std::int64_t{regrade})
            .step();
        run = database_.last_id();
        Statement(database_, fmt::format("INSERT INTO stood SELECT ?, student, lab, {0} FROM "
                                         "standing WHERE {0} IS NOT NULL",
                                         mark_held_by_standing))
            .bind(run)
            .step();
    });
    return run;
}

void Gradebook::finish_run(std::int64_t run) {
    const std::lock_guard lock(mutex_);
    database_.in_transaction([&] {
        Statement(database_, "UPDATE run SET finished = 1 WHERE id = ?").bind(run).step();
        Statement(database_, "DELETE FROM stood WHERE run = ?").bind(run).step();
    });
}

void Gradebook::keep(const std::string& submission, const std::vector<File>& files) {
    const std::lock_guard lock(mutex_);
    database_.in_transaction([&] {
        for (const auto& file : files)
            Statement(database_, "INSERT OR IGNORE INTO submission VALUES (?, ?, ?)")
                .bind(submission)
                .bind(file.path)
                .bind(file.content)
                .step();
    });
}

std::vector<File> Gradebook::files_of(const std::string& submission) {
    const std::lock_guard lock(mutex_);
    Statement row(database_, "SELECT name, content FROM submission WHERE digest = ? ORDER BY name");
    row.bind(submission);
    std::vector<File> files;
    while (row.step()) {
        auto name = row.text();
        files.push_back({std::move(name), row.text()});
    }
    return files;
}

Attempt Gradebook::attempt_in(Statement& row) {
    Attempt attempt;
    attempt.id = row.number();
    for (auto* text : {&attempt.student, &attempt.lab, &attempt.submission, &attempt.kit_version})
        *text = row.text();
    attempt.settings.seed = std::stoull(row.text());
    for (auto* text :
         {&attempt.settings.backend, &attempt.settings.device, &attempt.settings.sandbox})
        *text = row.text();
    attempt.handed_in = row.time();
    attempt.outcome = outcome_called(row.text());
    auto reason = row.text();
    const auto result = row.text();
    if (!result.empty()) attempt.result = report::from_line(result);
    attempt.result.reason = std::move(reason);
    return attempt;
}

std::optional<Attempt> Gradebook::find(const std::string& student, const std::string& lab,
                                       const std::string& submission,
                                       const std::string& kit_version,
                                       std::optional<std::int64_t> run) {
    const std::lock_guard lock(mutex_);
    Statement row(database_, fmt::format("SELECT {} FROM attempt WHERE student = ? AND lab = ? AND "
                                         "submission = ? AND kit_version = ? AND outcome IN "
                                         "('graded', 'refused') AND (? = 0 OR run = ?) "
                                         "ORDER BY id DESC LIMIT 1",
                                         attempt_columns));
    row.bind(student).bind(lab).bind(submission).bind(kit_version);
    row.bind(run.value_or(0)).bind(run.value_or(0));
    return row.step() ? std::optional(attempt_in(row)) : std::nullopt;
}

Attempt Gradebook::attempt_of(std::int64_t id) {
    Statement row(database_, fmt::format("SELECT {} FROM attempt WHERE id = ?", attempt_columns));
    row.bind(id).step();
    return attempt_in(row);
}

std::vector<std::pair<Attempt, Attempt>> Gradebook::changed_since(std::int64_t run) {
    const std::lock_guard lock(mutex_);
    Statement row(database_,
                  "SELECT stood.attempt, standing.attempt FROM stood JOIN standing "
                  "USING (student, lab) WHERE run = ? AND stood.attempt <> standing.attempt");
    row.bind(run);
    std::vector<std::pair<Attempt, Attempt>> changed;
    while (row.step()) {
        auto before = attempt_of(row.number());
        changed.emplace_back(std::move(before), attempt_of(row.number()));
    }
    return changed;
}

std::optional<Attempt> Gradebook::mark_held(const std::string& student, const std::string& lab) {
    const std::lock_guard lock(mutex_);
    Statement row(database_,
                  fmt::format("SELECT {} FROM attempt JOIN standing USING (student, lab) "
                              "WHERE student = ? AND lab = ? AND attempt.id = {}",
                              attempt_columns, mark_held_by_standing));
    row.bind(student).bind(lab);
    return row.step() ? std::optional(attempt_in(row)) : std::nullopt;
}

std::int64_t Gradebook::add(const Attempt& attempt, std::int64_t run) {
    const std::lock_guard lock(mutex_);
    std::int64_t id = 0;
    database_.in_transaction([&] {
        id = insert(attempt, run);
        insert_cases(id, attempt.result);
        insert_records(id, attempt.result);
        if (!first_seen(attempt.student, attempt.lab, attempt.submission))
            see(attempt.student, attempt.lab, attempt.submission, attempt.handed_in);
        set_standing(attempt.student, attempt.lab, name_of(attempt.outcome), id);
    });
    return id;
}

std::int64_t Gradebook::insert(const Attempt& attempt, std::int64_t run) {
    const bool failed = attempt.outcome == Outcome::grader_failed;
    const auto& result = attempt.result;
    Statement row(database_,
                  "INSERT INTO attempt (run, student, lab, submission, kit_version, seed, backend, "
                  "device, sandbox, handed_in, outcome, score, max_score, reason, result) "
                  "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)");
    row.bind(run).bind(attempt.student).bind(attempt.lab).bind(attempt.submission);
    row.bind(attempt.kit_version).bind(std::to_string(attempt.settings.seed));
    row.bind(attempt.settings.backend).bind(attempt.settings.device);
    row.bind(attempt.settings.sandbox);
    row.bind(std::int64_t{attempt.handed_in.time_since_epoch().count()});
    row.bind(std::string(name_of(attempt.outcome)));
    attempt.outcome == Outcome::graded ? row.bind(result.score) : row.bind_null();
    failed ? row.bind_null() : row.bind(result.max_score);
    row.bind(result.reason).bind(failed ? std::string() : report::to_line(result)).step();
    return database_.last_id();
}

void Gradebook::insert_cases(std::int64_t id, const score::LabResult& result) {
    for (const auto& part : result.parts)
        for (const auto& one : part.cases)
            Statement(database_, "INSERT INTO graded_case VALUES (?, ?, ?, ?, ?, ?)")
                .bind(id)
                .bind(part.name())
                .bind(one.name)
                .bind(std::string(report::name_of(one.status)))
                .bind(one.score)
                .bind(one.max_score)
                .step();
}

void Gradebook::insert_records(std::int64_t id, const score::LabResult& result) {
    for (const auto& one : result.findings)
        Statement(database_, "INSERT INTO finding VALUES (?, ?, ?, ?, ?, ?, ?)")
            .bind(id)
            .bind(one.kind)
            .bind(std::string(score::name_of(one.severity)))
            .bind(one.file)
            .bind(std::int64_t{one.line})
            .bind(one.message)
            .bind(static_cast<std::int64_t>(one.count))
            .step();
    for (const auto& kernel : result.kernels)
        for (const auto& [name, value] : kernel.counters)
            Statement(database_, "INSERT INTO counter VALUES (?, ?, ?, ?)")
                .bind(id)
                .bind(kernel.name)
                .bind(name)
                .bind(static_cast<std::int64_t>(value))
                .step();
}

void Gradebook::set_standing(const std::string& student, const std::string& lab,
                             const std::string& state, std::optional<std::int64_t> attempt) {
    Statement row(database_, "INSERT OR REPLACE INTO standing VALUES (?, ?, ?, ?)");
    row.bind(student).bind(lab).bind(state);
    attempt ? row.bind(*attempt) : row.bind_null();
    row.step();
}

void Gradebook::stand(const std::string& student, const std::string& lab, Waiting waiting) {
    const std::lock_guard lock(mutex_);
    set_standing(student, lab, waiting == Waiting::doubtful ? "doubtful" : "pending", std::nullopt);
}

void Gradebook::stand(const Attempt& attempt) {
    const std::lock_guard lock(mutex_);
    set_standing(attempt.student, attempt.lab, name_of(attempt.outcome), attempt.id);
}

void Gradebook::stand_not_submitted(const std::string& student, const std::string& lab) {
    const std::lock_guard lock(mutex_);
    if (const auto mark = mark_held(student, lab)) return stand(*mark);
    set_standing(student, lab, name_of(Outcome::not_submitted), std::nullopt);
}

std::vector<Standing> Gradebook::standings() {
    const std::lock_guard lock(mutex_);
    Statement row(database_, fmt::format("SELECT standing.student, standing.lab, state, {} FROM "
                                         "standing LEFT JOIN attempt ON attempt = attempt.id "
                                         "ORDER BY standing.student, standing.lab",
                                         attempt_columns));
    std::vector<Standing> standings;
    while (row.step()) {
        Standing standing;
        standing.student = row.text();
        standing.lab = row.text();
        standing.state = row.text();
        if (!row.is_null()) standing.attempt = attempt_in(row);
        standings.push_back(std::move(standing));
    }
    return standings;
}

std::vector<Tally> Gradebook::tally(Tallied what, const std::string& lab) {
    const std::lock_guard lock(mutex_);
    Statement row(database_, query_of(what));
    row.bind(lab);
    std::vector<Tally> tallies;
    while (row.step()) {
        auto name = row.text();
        tallies.push_back({std::move(name), row.number()});
    }
    return tallies;
}

}  // namespace grader::classes
