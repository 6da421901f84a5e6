// The part of the gradebook about the order of events: when submissions were handed in, and
// instructors' decisions.
#include "class/gradebook.hpp"

namespace grader::classes {

std::vector<std::string> Gradebook::students() {
    const std::lock_guard lock(mutex_);
    Statement row(database_,
                  "SELECT student FROM standing UNION SELECT student FROM attempt UNION "
                  "SELECT student FROM decision ORDER BY student");
    std::vector<std::string> students;
    while (row.step()) students.push_back(row.text());
    return students;
}

void Gradebook::see(const std::string& student, const std::string& lab,
                    const std::string& submission, Time at) {
    const std::lock_guard lock(mutex_);
    const std::int64_t time = at.time_since_epoch().count();
    Statement before(
        database_,
        "SELECT submission, at FROM sighting WHERE student = ? AND lab = ? AND at <= ? "
        "ORDER BY at DESC, id DESC LIMIT 1");
    before.bind(student).bind(lab).bind(time);
    if (before.step() && before.text() == submission && before.time() == at) return;
    Statement row(database_,
                  "INSERT INTO sighting (student, lab, submission, at) VALUES (?, ?, ?, ?)");
    row.bind(student).bind(lab).bind(submission).bind(time).step();
}

std::optional<Time> Gradebook::first_seen(const std::string& student, const std::string& lab,
                                          const std::string& submission) {
    const std::lock_guard lock(mutex_);
    Statement row(database_,
                  "SELECT min(at) FROM sighting WHERE student = ? AND lab = ? AND "
                  "submission = ?");
    row.bind(student).bind(lab).bind(submission).step();
    return row.is_null() ? std::nullopt : std::optional(row.time());
}

std::vector<Mark> Gradebook::marks() {
    const std::lock_guard lock(mutex_);
    // Seeing the same submission again is not a new handing-in.
    Statement row(
        database_,
        "WITH placed AS (SELECT student, lab, submission, at, "
        "row_number() OVER (ORDER BY at, id) AS place, lag(submission) OVER "
        "(PARTITION BY student, lab ORDER BY at, id) AS before FROM sighting), "
        "handed_in AS (SELECT student, lab, submission, min(at) AS first, max(at) AS "
        "again, max(place) AS last FROM placed WHERE before IS NOT submission "
        "GROUP BY student, lab, submission) "
        "SELECT student, lab, submission, outcome, score, first, again "
        "FROM attempt JOIN handed_in USING (student, lab, submission) WHERE attempt.id IN "
        "(SELECT max(id) FROM attempt WHERE outcome IN ('graded', 'refused') "
        "GROUP BY student, lab, submission) ORDER BY last");
    std::vector<Mark> marks;
    while (row.step()) {
        Mark mark;
        for (auto* text : {&mark.student, &mark.lab, &mark.submission}) *text = row.text();
        mark.outcome = outcome_called(row.text());
        mark.points = row.real();
        mark.handed_in = row.time();
        mark.last_seen = row.time();
        marks.push_back(std::move(mark));
    }
    return marks;
}

void Gradebook::decide(const std::string& student, const std::string& lab, double points,
                       const std::string& reason) {
    const std::lock_guard lock(mutex_);
    Statement(database_, "INSERT INTO decision (student, lab, points, reason) VALUES (?, ?, ?, ?)")
        .bind(student)
        .bind(lab)
        .bind(points)
        .bind(reason)
        .step();
}

std::vector<Decision> Gradebook::decisions() {
    const std::lock_guard lock(mutex_);
    Statement row(database_, "SELECT student, lab, points, reason, at FROM decision ORDER BY id");
    std::vector<Decision> decisions;
    while (row.step()) {
        Decision decision;
        decision.student = row.text();
        decision.lab = row.text();
        decision.points = row.real();
        decision.reason = row.text();
        decision.at = row.text();
        decisions.push_back(std::move(decision));
    }
    return decisions;
}

}  // namespace grader::classes
