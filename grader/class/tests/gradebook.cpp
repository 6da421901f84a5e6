#include "class/gradebook.hpp"

#include <doctest/doctest.h>
#include <sqlite3.h>

#include "build/stage.hpp"
#include "class/marks.hpp"

namespace gradebook_tests {

using namespace grader::classes;
using grader::classes::Outcome;

namespace {

namespace fs = std::filesystem;

struct Book {
    grader::build::Stage stage{fs::temp_directory_path()};
    fs::path file = stage.root() / "gradebook.sqlite";
};

Attempt attempt(double score, Outcome outcome = Outcome::graded) {
    Attempt attempt;
    attempt.student = "ada";
    attempt.lab = "02-simple-gather";
    attempt.submission = "abc";
    attempt.kit_version = "1";
    attempt.settings = {7, "sim", "h100", "bubblewrap"};
    attempt.outcome = outcome;
    attempt.result.lab = attempt.lab;
    attempt.result.status = grader::score::LabStatus::graded;
    attempt.result.score = score;
    attempt.result.max_score = 100;
    attempt.result.parts = {
        {grader::score::Part::correct, score, 100, {{"one", {}, score, 100, ""}}}};
    attempt.result.work = {{"two", "gather of 96", 3, 2, "memory"}};
    attempt.result.times = {{"three", "gather, m 96", 3, "cuBLAS", 2, 1}};
    return attempt;
}

}  // namespace

TEST_CASE("a gradebook has what was written to it when it is opened again") {
    const Book book;
    {
        Gradebook first(book.file);
        CHECK_FALSE(first.settings());
        first.settle({~0ull, "sim", "h100", "native"});
        first.keep("abc", {{"b", std::string("\0x", 2)}, {"a", "y"}});
        first.add(attempt(48), first.begin_run("1", false));
    }
    Gradebook again(book.file);
    CHECK(again.settings() == Settings{~0ull, "sim", "h100", "native"});
    CHECK(again.files_of("abc") == std::vector<File>{{"a", "y"}, {"b", std::string("\0x", 2)}});
    const auto mark = again.mark_held("ada", "02-simple-gather");
    REQUIRE(mark);
    CHECK(mark->result == attempt(48).result);
    CHECK(again.find("ada", "02-simple-gather", "abc", "1"));
    CHECK_FALSE(again.find("ada", "02-simple-gather", "abc", "2"));
    CHECK_FALSE(again.find("ada", "02-simple-gather", "abd", "1"));
}

TEST_CASE("nothing has two marks in a run, and what failed may be tried again") {
    const Book file;
    Gradebook book(file.file);
    const auto run = book.begin_run("1", false);
    book.add(attempt(0, Outcome::grader_failed), run);
    book.add(attempt(0, Outcome::grader_failed), run);
    CHECK_FALSE(book.mark_held("ada", "02-simple-gather"));
    book.add(attempt(48), run);
    CHECK_THROWS_AS(book.add(attempt(48), run), ClassError);
    CHECK(book.standings().size() == 1);
}

TEST_CASE("an unfinished run is continued, a finished one is not") {
    const Book file;
    Gradebook book(file.file);
    const auto run = book.begin_run("1", true);
    CHECK(book.begin_run("1", true) == run);
    CHECK(book.begin_run("1", false) != run);
    book.finish_run(run);
    CHECK(book.begin_run("1", true) != run);
}

TEST_CASE("a mark stays if nothing is handed in any more") {
    const Book file;
    Gradebook book(file.file);
    book.stand_not_submitted("ada", "02-simple-gather");
    CHECK(book.standings()[0].state == "not_submitted");
    book.add(attempt(48), book.begin_run("1", false));
    book.stand_not_submitted("ada", "02-simple-gather");
    CHECK(book.standings()[0].state == "graded");
}

TEST_CASE("a gradebook of a newer kit is refused") {
    const Book book;
    { Gradebook made(book.file); }
    sqlite3* database = nullptr;
    REQUIRE(sqlite3_open(book.file.c_str(), &database) == SQLITE_OK);
    sqlite3_exec(database, "PRAGMA user_version = 99", nullptr, nullptr, nullptr);
    sqlite3_close(database);
    CHECK_THROWS_WITH_AS(Gradebook(book.file), "the gradebook was written by a newer kit",
                         ClassError);
}

TEST_CASE("a changed mark is explained by the cases that changed") {
    auto other = attempt(60);
    other.kit_version = "2";
    CHECK(changes(attempt(48), attempt(48)).empty());
    CHECK(changes(attempt(48), other) ==
          std::vector<std::string>{"ada 02-simple-gather: 48 -> 60: another version of the kit",
                                   "    correct: one: 48 -> 60"});
}

TEST_CASE("marks are of each submission the last, in the order they were first seen") {
    Book files;
    Gradebook book(files.file);
    const auto first = book.begin_run("1", false), second = book.begin_run("2", false);
    const auto at = [](int day) {
        return read_time("2026-12-01T00:00:00Z") + std::chrono::days(day);
    };
    auto old = attempt(40);
    old.handed_in = at(0);
    book.add(old, first);
    auto other = attempt(70);
    other.submission = "def";
    other.handed_in = at(3);
    book.add(other, first);
    auto again = attempt(45);  // by a newer kit
    again.handed_in = at(9);
    book.add(again, second);
    CHECK(book.first_seen("ada", "02-simple-gather", "abc") == at(0));
    CHECK_FALSE(book.first_seen("ada", "02-simple-gather", "xyz"));
    const auto marks = book.marks();
    REQUIRE(marks.size() == 2);
    CHECK(marks[0].points == 45);
    CHECK(marks[0].handed_in == at(0));
    CHECK(marks[1].points == 70);
}

TEST_CASE("for an earlier version that is handed in again, the last attempt counts") {
    Book files;
    Gradebook book(files.file);
    const auto run = book.begin_run("1", false);
    const auto at = [](int day) {
        return read_time("2026-12-01T00:00:00Z") + std::chrono::days(day);
    };
    const auto seen = [&](const char* submission, int day) {
        book.see("ada", "02-simple-gather", submission, at(day));
    };
    auto one = attempt(92), other = attempt(0);
    other.submission = "def";
    one.handed_in = at(1);
    other.handed_in = at(2);
    seen("abc", 1);
    book.add(one, run);
    seen("def", 2);
    book.add(other, run);
    seen("def", 3);
    CHECK(book.marks().back().submission == "def");
    seen("abc", 4);
    seen("abc", 5);
    REQUIRE(book.marks().size() == 2);
    CHECK(book.marks().back().submission == "abc");
    CHECK(book.marks().back().handed_in == at(1));
    seen("def", 3);  // an older download, again
    CHECK(book.marks().back().submission == "abc");
}

TEST_CASE("a submission that is still there is not a new one, whoever else of the group submits") {
    Book files;
    Gradebook book(files.file);
    const auto run = book.begin_run("1", false);
    auto early = attempt(40), late = attempt(70);
    late.student = "bob";
    late.submission = "def";
    late.handed_in = early.handed_in + std::chrono::days(1);
    book.add(early, run);
    book.add(late, run);
    const auto day = early.handed_in + std::chrono::days(2);
    book.see("bob", late.lab, "def", day);
    book.see("ada", early.lab, "abc", day);
    CHECK(book.marks().back().student == "bob");
}

TEST_CASE("a run's changes are known after an interruption, including refusals") {
    const Book file;
    {
        Gradebook book(file.file);
        const auto first = book.begin_run("1", false);
        book.add(attempt(48), first);
        book.finish_run(first);
        auto other = attempt(0, Outcome::refused);
        other.submission = "def";
        book.add(other, book.begin_run("1", false));
    }
    Gradebook again(file.file);
    const auto run = again.begin_run("1", false);
    const auto changed = again.changed_since(run);
    REQUIRE(changed.size() == 1);
    CHECK(changed[0].first.result.score == 48);
    CHECK(changed[0].second.outcome == Outcome::refused);
    again.finish_run(run);
    CHECK(again.changed_since(again.begin_run("1", false)).empty());
}

TEST_CASE("a submission repeated after another changes the mark, and is the one to keep") {
    const Book file;
    Gradebook book(file.file);
    auto first = attempt(48), second = attempt(90);
    second.submission = "def";
    auto run = book.begin_run("1", false);
    first.id = book.add(first, run);
    book.finish_run(run);
    run = book.begin_run("1", false);
    book.add(second, run);
    book.finish_run(run);
    run = book.begin_run("1", false);
    book.stand(first);
    const auto changed = book.changed_since(run);
    REQUIRE(changed.size() == 1);
    CHECK(changed[0].first.submission == "def");
    CHECK(changed[0].second.submission == "abc");
    book.finish_run(run);
    book.stand_not_submitted("ada", first.lab);
    CHECK(book.mark_held("ada", first.lab)->submission == "abc");
    CHECK(book.changed_since(book.begin_run("1", false)).empty());
}

TEST_CASE("decisions are added, never changed") {
    Book files;
    Gradebook book(files.file);
    book.decide("bob", "02-simple-gather", 50, "ill");
    book.decide("bob", "02-simple-gather", 60, "ill, and a second look");
    const auto decisions = book.decisions();
    REQUIRE(decisions.size() == 2);
    CHECK(decisions[1].points == 60);
    CHECK(decisions[0].reason == "ill");
    CHECK(book.students() == std::vector<std::string>{"bob"});
}

TEST_CASE("a gradebook of the first schema is brought up to date, with its attempts") {
    Book files;
    sqlite3* old = nullptr;
    REQUIRE(sqlite3_open(files.file.c_str(), &old) == SQLITE_OK);
    // The format of the first kit that had a gradebook.
    REQUIRE(sqlite3_exec(old, R"(
CREATE TABLE settings (seed TEXT NOT NULL, backend TEXT NOT NULL, device TEXT NOT NULL, sandbox TEXT NOT NULL);
CREATE TABLE run (id INTEGER PRIMARY KEY, kit_version TEXT NOT NULL, regrade INTEGER NOT NULL, finished INTEGER NOT NULL DEFAULT 0);
CREATE TABLE submission (digest TEXT NOT NULL, name TEXT NOT NULL, content BLOB NOT NULL, PRIMARY KEY (digest, name));
CREATE TABLE attempt (id INTEGER PRIMARY KEY, run INTEGER NOT NULL REFERENCES run, student TEXT NOT NULL, lab TEXT NOT NULL,
    submission TEXT NOT NULL, kit_version TEXT NOT NULL, seed TEXT NOT NULL, backend TEXT NOT NULL, device TEXT NOT NULL,
    sandbox TEXT NOT NULL, outcome TEXT NOT NULL, score REAL, max_score REAL, reason TEXT NOT NULL, result TEXT NOT NULL,
    at TEXT NOT NULL DEFAULT CURRENT_TIMESTAMP);
CREATE TABLE graded_case (attempt INTEGER NOT NULL, part TEXT NOT NULL, name TEXT NOT NULL, status TEXT NOT NULL, score REAL, max_score REAL);
CREATE TABLE finding (attempt INTEGER NOT NULL, kind TEXT NOT NULL, severity TEXT NOT NULL, file TEXT NOT NULL, line INTEGER NOT NULL, message TEXT NOT NULL, count INTEGER NOT NULL);
CREATE TABLE counter (attempt INTEGER NOT NULL, kernel TEXT NOT NULL, name TEXT NOT NULL, value INTEGER NOT NULL);
CREATE TABLE standing (student TEXT NOT NULL, lab TEXT NOT NULL, state TEXT NOT NULL, attempt INTEGER, PRIMARY KEY (student, lab));
INSERT INTO run VALUES (1, 'k', 0, 1);
INSERT INTO attempt VALUES (1, 1, 'ada', '02-simple-gather', 'abc', 'k', '7', 'sim', 'h100', 'bubblewrap', 'graded', 40, 100, '', '',
    '2026-11-24 12:00:00');
PRAGMA user_version = 1;)",
                         nullptr, nullptr, nullptr) == SQLITE_OK);
    sqlite3_close(old);
    Gradebook book(files.file);
    REQUIRE(book.marks().size() == 1);
    CHECK(book.marks()[0].points == 40);
    CHECK(book.marks()[0].handed_in == read_time("2026-11-24T12:00:00Z"));
    book.decide("ada", "02-simple-gather", 50, "second look");
    CHECK(book.decisions().size() == 1);
}

}  // namespace gradebook_tests
