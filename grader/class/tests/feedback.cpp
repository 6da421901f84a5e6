// What students' pages show, and what they must not show.
#include "class/feedback.hpp"

#include <doctest/doctest.h>

#include "build/stage.hpp"
#include "class/names.hpp"
#include "class/totals.hpp"
#include "tests/text_has.hpp"

namespace feedback_tests {

using namespace grader::classes;
using grader::classes::Outcome;

namespace {

namespace fs = std::filesystem;

const std::string lab = "02-simple-gather";
const std::string hostile = "../<b>Ada</b>\x1b[2J";

Attempt attempt_of(const std::string& student) {
    Attempt attempt;
    attempt.student = student;
    attempt.lab = lab;
    attempt.submission = "abc";
    attempt.kit_version = "1";
    attempt.settings = {81423, "sim", "h100", "bubblewrap"};
    attempt.outcome = Outcome::graded;
    auto& result = attempt.result;
    result.lab = lab;
    result.status = grader::score::LabStatus::graded;
    result.score = 40;
    result.max_score = 100;
    result.parts = {{grader::score::Part::correct,
                     40,
                     100,
                     {{"one", grader::score::CaseStatus::failed, 40, 100,
                       "y[3] is 1\n  repeat: ./grader/grade 02 --seed 81423 --case \"one\"\n"
                       "  see why: ./grader/run 02 --seed 814235"}}}};
    result.findings.push_back({});
    result.findings[0].kind = "race";
    result.findings[0].file = "matvec.cu";
    result.findings[0].line = 2;
    result.findings[0].message = "a <race>";
    return attempt;
}

struct Class {
    grader::build::Stage stage{fs::temp_directory_path()};
    fs::path out = stage.root() / "marks";
    Course course;

    std::string page(const std::string& student) {
        return grader::build::read_file(out / "feedback" / file_name_for(student) /
                                        (lab + ".html"));
    }
    std::size_t write(const std::vector<Attempt>& attempts) {
        course.labs[lab] = {};
        Gradebook book(stage.root() / "gradebook.sqlite");
        book.keep("abc", {{"matvec.cu", "// one\n<script>alert(1)</script>\n"}});
        const auto run = book.begin_run("1", false);
        for (const auto& attempt : attempts) book.add(attempt, run);
        return write_feedback(grader::lab::this_kit(), book, course, totals_of(book, course),
                              enrolment_of(course, students_of(book, course)), out);
    }
};

}  // namespace

TEST_CASE("a student's page is safe by its path and by its text, whatever the student wrote") {
    Class one;
    CHECK(one.write({attempt_of(hostile)}) == 1);
    for (const auto& entry : fs::recursive_directory_iterator(one.stage.root()))
        CHECK_FALSE(text_has(entry.path().filename().string(), "<"));
    CHECK(std::distance(fs::directory_iterator(one.stage.root()), {}) == 2);
    const auto page = one.page(hostile);
    CHECK(text_has(page, "<h1>Grading report: ../&lt;b&gt;Ada&lt;/b&gt;?[2J</h1>"));
    CHECK(text_has(page, "&lt;script&gt;alert(1)&lt;/script&gt;"));
    CHECK_FALSE(text_has(page, "<script"));
}

TEST_CASE("a student's page has no seed of the class, and its commands work without") {
    Class one;
    one.write({attempt_of("ada")});
    const auto page = one.page("ada");
    CHECK(text_has(page, "repeat: ./grader/grade 02 --case &quot;one&quot;"));
    CHECK(text_has(page, "./grader/run 02 --seed 814235"));
    CHECK_FALSE(text_has(page, "seed 81423 "));
    CHECK_FALSE(text_has(page, "seed 81423<"));
}

TEST_CASE("the members of a group each get a page of what one has handed in") {
    Class one;
    one.course.people["ada"].group = one.course.people["bob"].group = "1";
    CHECK(one.write({attempt_of("ada")}) == 2);
    CHECK(text_has(one.page("bob"), "<h1>Grading report: bob</h1>"));
    CHECK(text_has(one.page("bob"), "a &lt;race&gt;"));
}

}  // namespace feedback_tests
