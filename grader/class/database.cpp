#include "class/database.hpp"

#include <fmt/format.h>
#include <sqlite3.h>
#include <unistd.h>

#include <cerrno>
#include <iterator>
#include <system_error>

#include "class/files.hpp"

namespace grader::classes {
namespace {

// Each entry upgrades the schema from the version that is its index to the next; PRAGMA
// user_version is the current version. Never change an entry with which a gradebook may have been
// made: add another one.
constexpr const char* migrations[] = {
    R"(
CREATE TABLE settings (seed TEXT NOT NULL, backend TEXT NOT NULL, device TEXT NOT NULL,
                       sandbox TEXT NOT NULL);
CREATE TABLE run (id INTEGER PRIMARY KEY, kit_version TEXT NOT NULL, regrade INTEGER NOT NULL,
                  finished INTEGER NOT NULL DEFAULT 0);
CREATE TABLE submission (digest TEXT NOT NULL, name TEXT NOT NULL, content BLOB NOT NULL,
                         PRIMARY KEY (digest, name));
CREATE TABLE attempt (
    id INTEGER PRIMARY KEY, run INTEGER NOT NULL REFERENCES run, student TEXT NOT NULL,
    lab TEXT NOT NULL, submission TEXT NOT NULL, kit_version TEXT NOT NULL, seed TEXT NOT NULL,
    backend TEXT NOT NULL, device TEXT NOT NULL, sandbox TEXT NOT NULL, outcome TEXT NOT NULL,
    score REAL, max_score REAL, reason TEXT NOT NULL, result TEXT NOT NULL,
    at TEXT NOT NULL DEFAULT CURRENT_TIMESTAMP);
-- Nothing is graded twice in a run; what failed for the grader's sake may be tried again.
CREATE UNIQUE INDEX mark_of_run ON attempt (run, student, lab, submission)
    WHERE outcome IN ('graded', 'refused');
CREATE INDEX attempt_of_student ON attempt (student, lab);
CREATE TABLE graded_case (attempt INTEGER NOT NULL REFERENCES attempt, part TEXT NOT NULL,
                          name TEXT NOT NULL, status TEXT NOT NULL, score REAL, max_score REAL);
CREATE TABLE finding (attempt INTEGER NOT NULL REFERENCES attempt, kind TEXT NOT NULL,
                      severity TEXT NOT NULL, file TEXT NOT NULL, line INTEGER NOT NULL,
                      message TEXT NOT NULL, count INTEGER NOT NULL);
CREATE TABLE counter (attempt INTEGER NOT NULL REFERENCES attempt, kernel TEXT NOT NULL,
                      name TEXT NOT NULL, value INTEGER NOT NULL);
CREATE TABLE standing (student TEXT NOT NULL, lab TEXT NOT NULL, state TEXT NOT NULL,
                       attempt INTEGER REFERENCES attempt, PRIMARY KEY (student, lab));
)",
    R"(
ALTER TABLE attempt ADD COLUMN handed_in INTEGER;
UPDATE attempt SET handed_in = unixepoch(at);
CREATE TABLE decision (id INTEGER PRIMARY KEY, student TEXT NOT NULL, lab TEXT NOT NULL,
                       points REAL NOT NULL, reason TEXT NOT NULL,
                       at TEXT NOT NULL DEFAULT CURRENT_TIMESTAMP);
)",
    R"(
-- That a student's lab was this submission in a download made `at` this time.
CREATE TABLE sighting (id INTEGER PRIMARY KEY, student TEXT NOT NULL, lab TEXT NOT NULL,
                       submission TEXT NOT NULL, at INTEGER NOT NULL);
CREATE INDEX sighting_of_student ON sighting (student, lab, at);
INSERT INTO sighting (student, lab, submission, at)
    SELECT student, lab, submission, min(handed_in) FROM attempt
    GROUP BY student, lab, submission ORDER BY min(handed_in), min(id);
)",
    R"(
-- The marks that stood when a run began; kept until it is finished.
CREATE TABLE stood (run INTEGER NOT NULL REFERENCES run, student TEXT NOT NULL, lab TEXT NOT NULL,
                    attempt INTEGER NOT NULL REFERENCES attempt, PRIMARY KEY (run, student, lab));
)"};
constexpr int newest = std::size(migrations);

}  // namespace

Database::Database(const std::filesystem::path& file) {
    // Who only reads writes, too: the log and the index that SQLite keeps beside the gradebook.
    const auto folder = std::filesystem::absolute(file).parent_path();
    if (access(folder.c_str(), W_OK) != 0)
        throw ClassError(fmt::format("cannot write to {}, where the gradebook is: {}; make a copy",
                                     folder.string(), std::generic_category().message(errno)));
    if (sqlite3_open(file.c_str(), &database_) != SQLITE_OK) {
        const std::string reason = sqlite3_errmsg(database_);
        sqlite3_close(database_);
        throw ClassError("cannot open " + file.string() + ": " + reason);
    }
    try {
        sqlite3_busy_timeout(database_, 10'000);  // others may be reading
        execute("PRAGMA journal_mode = WAL");
        execute("PRAGMA synchronous = FULL");
        execute("PRAGMA foreign_keys = ON");
        migrate();
    } catch (...) {
        sqlite3_close(database_);
        throw;
    }
}

Database::~Database() {
    sqlite3_close(database_);
}

void Database::execute(const char* sql) {
    char* message = nullptr;
    if (sqlite3_exec(database_, sql, nullptr, nullptr, &message) == SQLITE_OK) return;
    const std::string reason = message ? message : "unknown trouble";
    sqlite3_free(message);
    throw ClassError("the gradebook: " + reason);
}

void Database::roll_back() {
    sqlite3_exec(database_, "ROLLBACK", nullptr, nullptr, nullptr);
}

std::int64_t Database::last_id() const {
    return sqlite3_last_insert_rowid(database_);
}

void Database::migrate() {
    execute("BEGIN IMMEDIATE");
    int version = 0;
    {
        Statement query(*this, "PRAGMA user_version");
        query.step();
        version = static_cast<int>(query.number());
    }
    if (version > newest) throw ClassError("the gradebook was written by a newer kit");
    for (int next = version; next < newest; ++next) execute(migrations[next]);
    if (version < newest) execute(fmt::format("PRAGMA user_version = {}", newest).c_str());
    execute("COMMIT");
}

Statement::Statement(Database& database, const std::string& sql) : database_(database.database_) {
    check(sqlite3_prepare_v2(database_, sql.c_str(), -1, &statement_, nullptr));
}

Statement::~Statement() {
    sqlite3_finalize(statement_);
}

Statement& Statement::bind(const std::string& text) {
    check(sqlite3_bind_text64(statement_, ++bound_, text.data(), text.size(), SQLITE_TRANSIENT,
                              SQLITE_UTF8));
    return *this;
}

Statement& Statement::bind(std::int64_t value) {
    check(sqlite3_bind_int64(statement_, ++bound_, value));
    return *this;
}

Statement& Statement::bind(double value) {
    check(sqlite3_bind_double(statement_, ++bound_, value));
    return *this;
}

Statement& Statement::bind_null() {
    ++bound_;
    return *this;
}

bool Statement::step() {
    const int status = sqlite3_step(statement_);
    if (status != SQLITE_ROW && status != SQLITE_DONE) check(status);
    column_ = 0;
    return status == SQLITE_ROW;
}

std::string Statement::text() {
    const auto* bytes = static_cast<const char*>(sqlite3_column_blob(statement_, column_));
    const auto size = static_cast<std::size_t>(sqlite3_column_bytes(statement_, column_++));
    return bytes ? std::string(bytes, size) : "";
}

std::int64_t Statement::number() {
    return sqlite3_column_int64(statement_, column_++);
}

double Statement::real() {
    return sqlite3_column_double(statement_, column_++);
}

Time Statement::time() {
    return Time(std::chrono::seconds(number()));
}

bool Statement::is_null() const {
    return sqlite3_column_type(statement_, column_) == SQLITE_NULL;
}

void Statement::check(int status) const {
    if (status != SQLITE_OK)
        throw ClassError(std::string("the gradebook: ") + sqlite3_errmsg(database_));
}

}  // namespace grader::classes
