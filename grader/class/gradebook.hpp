// The class's record, in SQLite: every attempt with all that it takes to derive its mark again.
// Promises that an attempt is there whole or not at all, whenever the grader is ended, that one
// process writes at a time, and that attempts are never changed or removed. What is graded next is
// decided elsewhere.
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

/// No outcome yet: asked for in doubtful.toml, or not come to.
enum class Waiting { doubtful, pending };

const char* name_of(Outcome outcome);
/// grader_failed for a name that is none.
Outcome outcome_called(const std::string& name);

/// What the marks of a class rest on; settled when the class is made.
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
    Time handed_in{};  // by then: when the download was made in which it was first seen
    Outcome outcome = Outcome::grader_failed;
    score::LabResult result;  // of graded and refused; else only `reason`
};

/// An attempt without its result: what policy.hpp needs of it.
struct Mark {
    std::string student, lab, submission;
    Outcome outcome = Outcome::graded;
    double points = 0;  // 0 of one that was refused
    Time handed_in{};   // the first time
};

/// An instructor's decision; the last one for a student's lab holds.
struct Decision {
    std::string student, lab;
    double points = 0;
    std::string reason;
    std::string at;  // UTC, when it was made
};

/// How a student stands in a lab.
struct Standing {
    std::string student, lab;
    std::string state;               // an outcome's name, "doubtful" or "pending"
    std::optional<Attempt> attempt;  // behind the outcome
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
    /// Opens or makes it, and brings an older one up to date. Throws ClassError; also where another
    /// process writes to it, or a newer kit wrote it.
    explicit Gradebook(const std::filesystem::path& file);
    Gradebook(const Gradebook&) = delete;

    std::optional<Settings> settings();
    void settle(const Settings& settings);

    /// The unfinished run of this kind, or a new one: what an interrupted regrading has done, it
    /// does not do again.
    std::int64_t begin_run(const std::string& kit_version, bool regrade);
    void finish_run(std::int64_t run);

    /// Files by digest, for replay; known ones are not stored twice.
    void keep(const std::string& submission, const std::vector<File>& files);
    std::vector<File> files_of(const std::string& submission);

    /// The mark there is for these bytes by this kit; `run`: only if it was made in that run.
    std::optional<Attempt> find(const std::string& student, const std::string& lab,
                                const std::string& submission, const std::string& kit_version,
                                std::optional<std::int64_t> run = std::nullopt);
    /// Of each student's lab that had a mark when `run` began, and has another attempt to stand for
    /// it now: both. Attempts of earlier runs stand for it where something is handed in again.
    std::vector<std::pair<Attempt, Attempt>> changed_since(std::int64_t run);
    /// The mark that stands; where none does, the last one there was.
    std::optional<Attempt> mark_held(const std::string& student, const std::string& lab);

    /// The attempt, and with it how the student stands and that it was seen, in one transaction.
    /// Returns its id.
    std::int64_t add(const Attempt& attempt, std::int64_t run);
    void stand(const std::string& student, const std::string& lab, Waiting waiting);
    void stand(const Attempt& attempt);
    /// Unless something was handed in before.
    void stand_not_submitted(const std::string& student, const std::string& lab);

    /// By student and lab.
    std::vector<Standing> standings();

    /// Every student there is an outcome, an attempt or a decision of, by name.
    std::vector<std::string> students();
    /// That a download made `at` this time has these bytes of this student.
    void see(const std::string& student, const std::string& lab, const std::string& submission,
             Time at);
    /// When these bytes of this student were first seen.
    std::optional<Time> first_seen(const std::string& student, const std::string& lab,
                                   const std::string& submission);
    /// The mark that holds of each submission of each student's lab, in the order they were handed
    /// in; one that was handed in again after another is where it was the last time.
    std::vector<Mark> marks();

    /// Adds to the decisions; none is ever changed or removed.
    void decide(const std::string& student, const std::string& lab, double points,
                const std::string& reason);
    /// In the order they were made.
    std::vector<Decision> decisions();

    /// Of one lab: students by outcome, students by failed case or kind of error of the mark that
    /// stands (the most first), or attempts by day (UTC, the first first).
    std::vector<Tally> tally(Tallied what, const std::string& lab);

  private:
    void set_standing(const std::string& student, const std::string& lab, const std::string& state,
                      std::optional<std::int64_t> attempt);
    std::int64_t insert(const Attempt& attempt, std::int64_t run);
    void insert_cases(std::int64_t id, const score::LabResult& result);
    void insert_records(std::int64_t id, const score::LabResult& result);
    Attempt attempt_in(Statement& row);
    Attempt attempt_of(std::int64_t id);

    std::recursive_mutex mutex_;  // SQLite's connection is shared by the workers
    Database database_;
};

}  // namespace grader::classes
