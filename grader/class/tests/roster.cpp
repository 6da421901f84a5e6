// Rosters as Canvas and Moodle export them, and whom of a gradebook they mean.
#include "class/roster.hpp"

#include <doctest/doctest.h>

#include <fstream>

#include "build/stage.hpp"
#include "class/enrolment.hpp"
#include "class/files.hpp"
#include "class/totals.hpp"

namespace roster_tests {

using namespace grader::classes;
using grader::classes::Outcome;
using Names = std::vector<std::string>;

namespace {

std::vector<std::pair<std::string, std::string>> listed(const std::string& text) {
    std::vector<std::pair<std::string, std::string>> all;
    for (const auto& one : roster_in(parse_table(text, "x.csv")))
        all.emplace_back(one.name, one.id);
    return all;
}

using Rows = std::vector<std::pair<std::string, std::string>>;

const char* canvas =
    "Student,ID,SIS User ID,SIS Login ID,Section,Lab 2 (81)\n"
    ",,,,,Manual Posting\n"
    "    Points Possible,,,,,100\n"
    "\"Lovelace, Ada\",123,s1,ada,Tuesday,\n"
    "\"Hopper, Grace\",124,s2,grace,Tuesday,5\n"
    "\"Student, Test\",125,,,Tuesday,\n";

}  // namespace

TEST_CASE("a gradebook of Canvas is a roster, without its rows that are no students") {
    CHECK(listed(canvas) == Rows{{"Lovelace, Ada", "123"}, {"Hopper, Grace", "124"}});
}

TEST_CASE("a worksheet, the participants and the grades of Moodle are rosters") {
    CHECK(listed("Identifier,Full name,Email address,Status,Grade,Maximum Grade\n"
                 "Participant 7,Ada Lovelace,a@x,Submitted,,100\n") ==
          Rows{{"Ada Lovelace", "Participant 7"}});
    CHECK(listed("First name,Last name,Email address,Groups\nAda,Lovelace,a@x,\n") ==
          Rows{{"Ada Lovelace", ""}});
    // The university's number is not the one that downloads bear.
    CHECK(listed("First name;Surname;ID number;Email address;Assignment: Lab 2 (Real)\n"
                 "Ada;Lovelace;4711;a@x;-\n") == Rows{{"Ada Lovelace", ""}});
}

TEST_CASE("a table that is no roster is refused with the columns that it begins with") {
    CHECK_THROWS_WITH_AS(listed("Nom,Prénom\nA,B\n"),
                         doctest::Contains("no column 'Student', and begins with 'Nom', 'Prénom'"),
                         ClassError);
    CHECK_THROWS_WITH_AS(listed("First name,Email address\nA,B\n"),
                         doctest::Contains("no column 'Last name'"), ClassError);
    CHECK_THROWS_WITH_AS(listed("Student,ID\n"), "the roster has no student", ClassError);
}

TEST_CASE("a roster gives names, and shows who is missing on either side") {
    Course course;
    course.roster = roster_in(parse_table(canvas, "x.csv"));
    const auto enrolment = enrolment_of(course, {"lovelaceada_123", "mallory_999"});
    CHECK(name_of(enrolment, "lovelaceada_123") == "Lovelace, Ada");
    CHECK(name_of(enrolment, "mallory_999") == "mallory_999");
    CHECK(enrolment.absent == Names{"Hopper, Grace"});
    CHECK(enrolment.strangers == Names{"mallory_999"});
    CHECK_FALSE(enrolment_of({}, {"mallory_999"}).has_roster());
}

TEST_CASE(
    "who is on the roster and has handed in nothing is in the tables, but not in the gradebook") {
    const grader::build::Stage stage{std::filesystem::temp_directory_path()};
    Course course;
    course.labs["02-simple-gather"] = {};
    course.roster = roster_in(parse_table(canvas, "x.csv"));
    Gradebook book(stage.root() / "gradebook.sqlite");
    book.stand_not_submitted("lovelaceada_123", "04-shared-reduction");
    book.stand("mallory_999", "02-simple-gather", Waiting::pending);
    const auto standings = standings_of(book, enrolment_of(course, students_of(book, course)));
    Names rows;
    for (const auto& one : standings)
        rows.push_back(one.student + " " + one.lab.substr(0, 2) + " " + one.state);
    CHECK(rows == Names{"Hopper, Grace 02 not_submitted", "Hopper, Grace 04 not_submitted",
                        "lovelaceada_123 02 not_submitted", "lovelaceada_123 04 not_submitted",
                        "mallory_999 02 pending"});
    CHECK(totals_of(book, course).contains("Hopper, Grace"));
    CHECK(book.students() == Names{"lovelaceada_123", "mallory_999"});
}

}  // namespace roster_tests
