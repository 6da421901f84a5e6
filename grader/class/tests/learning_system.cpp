// Fills tables of learning systems: which student a row means, what is not changed, and what would
// disturb a spreadsheet or an import.
#include "class/learning_system.hpp"

#include <doctest/doctest.h>

#include "class/files.hpp"
#include "class/rows.hpp"

namespace learning_system_tests {

using namespace grader::classes;

namespace {

Course two_labs() {
    Course course;
    course.labs = {{"02-simple-gather", {}}, {"04-shared-reduction", {}}};
    return course;
}

Total total(double two, double four) {
    Total total;
    total.labs["02-simple-gather"] = {.points = two, .handed_in = true};
    total.labs["04-shared-reduction"] = {.points = four, .handed_in = true};
    return total;
}

const char* canvas =
    "\xef\xbb\xbfStudent,ID,SIS User ID,SIS Login ID,Section,Lab 2: gather (81),Essay (82),"
    "Shared reduction (83),Final Score\n"
    ",,,,,Manual Posting,,,\n"
    "    Points Possible,,,,,100,10,50,(read only)\n"
    "\"Lovelace, Ada\",123,s1,ada,\"Tuesday, \"\"A\"\"\",,7,,\n"
    "\"=HYPERLINK(1), Bob\",124,s2,bob,Tuesday,,8,,\n"
    "Nobody,125,s3,nobody,Tuesday,5,9,,\n";

}  // namespace

TEST_CASE("quoted cells, line ends within them and a byte order mark are read") {
    const auto table = parse_table(
        "\xef\xbb\xbf"
        "a,\"b\n\"\"c\"\"\"\r\nd,\n",
        "x.csv");
    REQUIRE(table.size() == 2);
    CHECK(table[0] == std::vector<std::string>{"a", "b\n\"c\""});
    CHECK(table[1] == std::vector<std::string>{"d", ""});
    CHECK_THROWS_WITH_AS(parse_table("a,\"b", "x.csv"), doctest::Contains("x.csv is not a table"),
                         ClassError);
}

TEST_CASE("a table that a spreadsheet program has saved is read, and written as UTF-8") {
    const auto same = [](const std::string& bytes) {
        const auto table = parse_table(bytes, "x.csv");
        REQUIRE(table.size() == 2);
        CHECK(table[0] == Row{"Name", "Id", "Note, short"});
        CHECK(table[1] == Row{"Jürgen", "1", "7,5"});
        return text_of(table);
    };
    const std::string semicolons = "Name;Id;Note, short\r\nJürgen;1;7,5\r\n";
    CHECK(same(semicolons) == semicolons);
    CHECK(same("Name\tId\tNote, short\nJürgen\t1\t7,5\n") ==
          "Name\tId\tNote, short\nJürgen\t1\t7,5\n");
    CHECK(same("Name;Id;Note, short\r\nJ\xfcrgen;1;7,5\r\n") == "\xef\xbb\xbf" + semicolons);
    std::string little = "\xff\xfe", big = "\xfe\xff";
    for (const char c : std::string_view("Name\tId\tNote, short\nJ\xfcrgen\t1\t7,5\n")) {
        little += {c, '\0'};
        big += {'\0', c};
    }
    for (const auto& utf16 : {little, big})
        CHECK(same(utf16) == "\xef\xbb\xbfName\tId\tNote, short\nJürgen\t1\t7,5\n");
    CHECK_THROWS_WITH_AS(parse_table("\xff\xfe"
                                     "a",
                                     "x.csv"),
                         "x.csv begins as UTF-16LE and is not: save it as UTF-8", ClassError);
    CHECK(parse_table("\"a;b;c\",d\n", "x.csv").front() == Row{"a;b;c", "d"});
}

TEST_CASE("a row is matched by number, then by name; two of a name are nobody") {
    Course course;
    course.people["zed"].id = "500";
    const std::vector<std::string> students{"Ada Lovelace_123", "hopper_9", "Sam Hall_1",
                                            "Sam Hall_2", "zed"};
    const auto meant = [&](const char* id, const char* name) {
        return student_meant(id, name, course, students);
    };
    CHECK(meant("123", "") == "Ada Lovelace_123");
    CHECK(meant("Participant 9", "Grace Hopper") == "hopper_9");
    CHECK(meant("", "Lovelace, Ada") == "Ada Lovelace_123");
    CHECK(meant("", "ada lovelace") == "Ada Lovelace_123");
    CHECK(meant("", "Sam Hall") == "");
    CHECK(meant("2", "Sam Hall") == "Sam Hall_2");
    CHECK(meant("500", "Zoe Dean") == "zed");
    CHECK(meant("23", "") == "");
}

TEST_CASE("a gradebook of Canvas' gets its lab columns, scaled, and nothing else changes") {
    const Totals totals{{"lovelaceada_123", total(87.5, 90)},
                        {"bob_124", total(0, 33.333)},
                        {"cy_999", total(1, 1)}};
    const auto filled = fill_canvas(parse_table(canvas, "canvas.csv"), two_labs(), totals);
    CHECK(filled.text ==
          "\xef\xbb\xbfStudent,ID,SIS User ID,SIS Login ID,Section,Lab 2: gather (81),Shared "
          "reduction (83)\n"
          ",,,,,Manual Posting,\n"
          "    Points Possible,,,,,100,50\n"
          "\"Lovelace, Ada\",123,s1,ada,\"Tuesday, \"\"A\"\"\",87.5,45\n"
          "\"=HYPERLINK(1), Bob\",124,s2,bob,Tuesday,0,16.67\n"
          "Nobody,125,s3,nobody,Tuesday,5,\n");
    CHECK(filled.not_there == std::vector<std::string>{"cy_999"});
    CHECK(filled.no_marks == std::vector<std::string>{"Nobody"});
    CHECK(filled.columns.front() == "Lab 2: gather (81) is 02-simple-gather");
}

TEST_CASE("two students with one name get their own marks, and a surplus row gets none") {
    const Totals totals{{"Ada Lovelace_123", total(75, 0)}, {"Sam Hall", total(50, 0)}};
    const auto filled = [&](const std::string& rows) {
        return fill_moodle(
            parse_table("Identifier,Full name,Grade,Maximum Grade\n" + rows, "m.csv"),
            "02-simple-gather", two_labs(), totals);
    };
    const auto other = filled("Participant 456,Ada Lovelace,,20\n");
    CHECK(other.text.ends_with("Participant 456,Ada Lovelace,,20\n"));
    CHECK(other.no_marks == std::vector<std::string>{"Ada Lovelace"});
    CHECK(other.not_there == std::vector<std::string>{"Ada Lovelace_123", "Sam Hall"});
    const auto both =
        filled("Participant 456,Ada Lovelace,,20\nParticipant 123,Ada Lovelace,,20\n");
    CHECK(both.text.ends_with("456,Ada Lovelace,,20\nParticipant 123,Ada Lovelace,15,20\n"));
    const auto twins = filled("Participant 7,Sam Hall,,20\nParticipant 8,Sam Hall,,20\n");
    CHECK(twins.text.ends_with("7,Sam Hall,,20\nParticipant 8,Sam Hall,,20\n"));
    CHECK(twins.no_marks == std::vector<std::string>{"Sam Hall", "Sam Hall"});
}

TEST_CASE("names are the same in capitals of every script") {
    const std::vector<std::string> students{"JÖRG ÅSTRÖM_1", "Łukasz_2"};
    CHECK(student_meant("", "Åström, Jörg", {}, students) == "JÖRG ÅSTRÖM_1");
    CHECK(student_meant("", "łUKASZ", {}, students) == "Łukasz_2");
    CHECK(student_meant("", "Lukasz", {}, students) == "");
}

TEST_CASE("a maximum grade may have a decimal comma, and one that is no number is refused") {
    const Totals totals{{"x_1", total(75, 50)}};
    const auto filled = [&](const char* most) {
        const Table sheet{{"Identifier", "Full name", "Grade", "Maximum Grade"},
                          {"1", "X", "", most}};
        return fill_moodle(sheet, "02-simple-gather", two_labs(), totals).text;
    };
    CHECK(filled("20,00").ends_with("1,X,15,\"20,00\"\n"));
    CHECK(filled("").ends_with("1,X,75,\n"));
    CHECK_THROWS_WITH_AS(filled("20,x"), "row 2: '20,x' is not a maximum grade", ClassError);
    CHECK_THROWS_WITH_AS(filled("1,000"), "row 2: '1,000' is not a maximum grade", ClassError);
    const Table canvas_sheet{{"Student", "ID", "Lab 2 (1)"}, {"Points Possible", "", "ten"}};
    CHECK_THROWS_WITH_AS(fill_canvas(canvas_sheet, two_labs(), totals),
                         "row 2: 'ten' is not a number of points possible", ClassError);
}

TEST_CASE("what is no mark is written back as it was given") {
    const std::string given =
        "\xef\xbb\xbfIdentifier,Full name,Grade,Maximum Grade,Feedback comments\r\n"
        "1,X,-,20,\"- good\nsecond line, \"\"quoted\"\"\"\r\n"
        "2,=Y, - ,20,  spaces \r\n";
    CHECK(fill_moodle(parse_table(given, "m.csv"), "02-simple-gather", two_labs(), {}).text ==
          given);
}

TEST_CASE("if nothing was handed in, the table stays as it is") {
    Totals totals{{"x_1", total(50, 60)}};
    totals.at("x_1").labs["04-shared-reduction"] = {};
    const Table table{{"Student", "ID", "Lab 2 (1)", "Lab 4 (2)"}, {"X", "1", "", "EX"}};
    CHECK(fill_canvas(table, two_labs(), totals).text ==
          "Student,ID,Lab 2 (1),Lab 4 (2)\nX,1,50,EX\n");
}

TEST_CASE("a worksheet of Moodle's gets its grades, and keeps the rest") {
    const auto sheet = parse_table(
        "Identifier,\"Full name\",\"Email address\",Status,Grade,\"Maximum Grade\",\"Grade can be "
        "changed\",\"Feedback comments\"\n"
        "\"Participant 123\",\"Ada Lovelace\",a@b.c,Submitted,,20.00,Yes,\n"
        "\"Participant 7\",\"Bob\",b@b.c,\"No submission\",,20.00,Yes,\n",
        "moodle.csv");
    const Totals totals{{"Ada Lovelace_123", total(75, 0)}};
    const auto filled = fill_moodle(sheet, "02-simple-gather", two_labs(), totals);
    CHECK(filled.text ==
          "Identifier,Full name,Email address,Status,Grade,Maximum Grade,Grade can be "
          "changed,Feedback comments\n"
          "Participant 123,Ada Lovelace,a@b.c,Submitted,15,20.00,Yes,\n"
          "Participant 7,Bob,b@b.c,No submission,,20.00,Yes,\n");
    CHECK(filled.no_marks == std::vector<std::string>{"Bob"});
}

TEST_CASE("what is no table of the system is refused by the column it lacks") {
    const Totals none;
    CHECK_THROWS_WITH_AS(fill_canvas({}, two_labs(), none),
                         "this is not a gradebook of Canvas: it is empty", ClassError);
    CHECK_THROWS_WITH_AS(
        fill_canvas({{"Student"}}, two_labs(), none),
        "this is not a gradebook of Canvas: it has no column 'ID', and begins with "
        "'Student'. The names are in English if your account's language is",
        ClassError);
    CHECK_THROWS_WITH_AS(fill_canvas({{"Student", "ID", "Essay (1)"}}, two_labs(), none),
                         "no column of the gradebook speaks of a lab", ClassError);
    CHECK_THROWS_WITH_AS(
        fill_canvas({{"Student", "ID", "Lab 2 (1)", "Simple gather (2)"}}, two_labs(), none),
        "both 'Lab 2 (1)' and 'Simple gather (2)' are columns of lab 02-simple-gather", ClassError);
    CHECK_THROWS_WITH_AS(
        fill_moodle({{"Identifier", "Full name", "Grade"}}, "02-simple-gather", two_labs(), none),
        doctest::Contains("this is not a grading worksheet of Moodle: it has no column 'Maximum "
                          "Grade', and begins with 'Identifier', 'Full name', 'Grade'."),
        ClassError);
}

}  // namespace learning_system_tests
