// The record of a class, in SQLite: every attempt, with everything needed to grade it again. An
// attempt is stored completely or not at all, even if the grader is killed. Only one process writes
// at a time, and attempts are never changed or removed. What to grade next is decided elsewhere.
#pragma once

#include <cstdint>
#include <filesystem>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "class/course.hpp"
#include "class/database.hpp"
#include "class/files.hpp"
#include "score/result.hpp"

namespace grader::classes {

enum class Outcome { graded, not_submitted, refused, grader_failed };

/// No outcome yet: in doubt (doubtful.toml), or not graded so far.
enum class Waiting { doubtful, pending };

const char* name_of(Outcome outcome);
/// Returns grader_failed for an unknown name.
Outcome outcome_called(const std::string& name);

/// The settings of a class's marks; fixed when the class is created.
struct Settings {
    std::uint64_t seed = 0;
    std::string backend, device, sandbox;

    bool operator==(const Settings&) const = default;
};

struct Attempt {
    std::int64_t id = 0;
    std::string student, lab;
    std::string submission;  // its digest
    std::string kit_version;
    Settings settings;
    Time handed_in{};  // upper bound: when the download was made in which it was first seen
    Outcome outcome = Outcome::grader_failed;
    score::LabResult result;  // for graded and refused attempts; otherwise only `reason`
};

/// An attempt without its result, as policy.hpp needs it.
struct Mark {
    std::string student, lab, submission;
    Outcome outcome = Outcome::graded;
    double points = 0;  // 0 if it was refused
    Time handed_in{};   // the first time
    Time last_seen{};   // the last time that it was handed in after something else
};

/// An instructor's decision. The latest one for a student's lab is in force.
struct Decision {
    std::string student, lab;
    double points = 0;
    std::string reason;
    std::string at;  // UTC, when it was made
};

/// A student's standing in a lab.
struct Standing {
    std::string student, lab;
    std::string state;               // the name of an outcome, "doubtful" or "pending"
    std::optional<Attempt> attempt;  // the one with that outcome
};

/// How often something occurs.
struct Tally {
    std::string what;
    std::int64_t count = 0;

    bool operator==(const Tally&) const = default;
};

enum class Tallied { outcomes, failed_cases, findings, attempts };

class Gradebook {
  public:
    /// Opens or creates the file, and upgrades an older one. Throws ClassError, also if another
    /// process writes to it, or if a newer kit wrote it.
    explicit Gradebook(const std::filesystem::path& file);
    Gradebook(const Gradebook&) = delete;

    std::optional<Settings> settings();
    void settle(const Settings& settings);

    /// Continues the unfinished run of this kind, or begins a new one: what an interrupted
    /// regrading has done is not repeated.
    std::int64_t begin_run(const std::string& kit_version, bool regrade);
    void finish_run(std::int64_t run);

    /// Stores files by digest, for replay. Known files are not stored again.
    void keep(const std::string& submission, const std::vector<File>& files);
    std::vector<File> files_of(const std::string& submission);

    /// The mark for these bytes by this kit. With `run`, only a mark made in that run.
    std::optional<Attempt> find(const std::string& student, const std::string& lab,
                                const std::string& submission, const std::string& kit_version,
                                std::optional<std::int64_t> run = std::nullopt);
    /// For each student's lab that had a mark when `run` began, and for which another attempt
    /// counts now: both attempts. The new one may be of an earlier run if the same bytes are handed
    /// in again.
    std::vector<std::pair<Attempt, Attempt>> changed_since(std::int64_t run);
    /// The mark in force; if there is none, the latest mark.
    std::optional<Attempt> mark_held(const std::string& student, const std::string& lab);

    /// Stores the attempt, the student's standing, and that the submission was seen, in one
    /// transaction. Returns the attempt's id.
    std::int64_t add(const Attempt& attempt, std::int64_t run);
    void stand(const std::string& student, const std::string& lab, Waiting waiting);
    void stand(const Attempt& attempt);
    /// Records it unless something was handed in before.
    void stand_not_submitted(const std::string& student, const std::string& lab);

    /// Ordered by student and lab.
    std::vector<Standing> standings();

    /// All students with an outcome, an attempt or a decision, by name.
    std::vector<std::string> students();
    /// Records that a download made `at` this time contains these bytes of this student.
    void see(const std::string& student, const std::string& lab, const std::string& submission,
             Time at);
    /// When these bytes of this student were first seen.
    std::optional<Time> first_seen(const std::string& student, const std::string& lab,
                                   const std::string& submission);
    /// The mark of each submission for each student's lab, in the order in which they were handed
    /// in. One that was handed in again later counts at its latest position.
    std::vector<Mark> marks();

    /// Adds a decision. Decisions are never changed or removed.
    void decide(const std::string& student, const std::string& lab, double points,
                const std::string& reason);
    /// All decisions, oldest first.
    std::vector<Decision> decisions();

    /// Counts for one lab: students by outcome; students by failed case, or by kind of error, of
    /// the mark in force (most frequent first); or attempts by day (UTC, earliest first).
    std::vector<Tally> tally(Tallied what, const std::string& lab);

  private:
    void set_standing(const std::string& student, const std::string& lab, const std::string& state,
                      std::optional<std::int64_t> attempt);
    std::int64_t insert(const Attempt& attempt, std::int64_t run);
    void insert_cases(std::int64_t id, const score::LabResult& result);
    void insert_records(std::int64_t id, const score::LabResult& result);
    Attempt attempt_in(Statement& row);
    Attempt attempt_of(std::int64_t id);

    std::recursive_mutex mutex_;  // the workers share SQLite's connection
    Database database_;
};

}  // namespace grader::classes
