// Checks the JSON for other platforms against their rules: required keys, their types, and sums.
#include "report/exchange.hpp"

#include <doctest/doctest.h>

#include <cstdlib>
#include <nlohmann/json.hpp>
#include <sstream>

#include "example.hpp"
#include "json_text.hpp"
#include "report/html.hpp"
#include "report/json.hpp"
#include "report/junit.hpp"
#include "report/kept_seed.hpp"
#include "report/terminal.hpp"
#include "score/hidden.hpp"

namespace exchange_tests {

using namespace grader::report;
using grader::score::RunResult;
using Json = nlohmann::json;

namespace {

Json printed(const Format& format, const RunResult& run) {
    std::ostringstream out;
    format.print(run, out);
    return json_text::parse(out.str());
}

const Classroom50Identity identity{"gpu",     "04",       "submit/2026-06-01T14-32-05Z-a1b2c3d",
                                   "commit/", "release/", "review/"};

double sum(const Json& tests, const char* key) {
    double sum = 0;
    for (const auto& test : tests) sum += test.at(key).get<double>();
    return sum;
}

RunResult one_lab(const grader::score::LabResult& lab) {
    auto run = example_run();
    run.labs = {lab};
    return run;
}

grader::score::LabResult broken_lab() {
    grader::score::LabResult lab;
    lab.lab = "04-shared-reduction";
    lab.max_score = 100;
    lab.reason = "does not compile: reduce.cu:3: error: expected ';'";
    lab.details = "reduce.cu:3: error: expected ';'\n    3 | int x\n";
    return lab;
}

// The line that its reason ends with is not repeated.
const std::string all_of_broken =
    "does not compile: reduce.cu:3: error: expected ';'\n    3 | int x\n";

}  // namespace

TEST_CASE("Gradescope gets each case as a test, with points that add up to the mark") {
    const auto run = one_lab(failing_lab());
    const auto json = printed(Gradescope(), run);
    CHECK(sum(json.at("tests"), "score") == doctest::Approx(run.labs[0].score));
    CHECK(sum(json.at("tests"), "max_score") == doctest::Approx(run.labs[0].max_score));
    CHECK_FALSE(json.contains("score"));
    for (const auto& test : json.at("tests")) {
        CHECK((test.at("status") == "passed" || test.at("status") == "failed"));
        CHECK(test.at("visibility") == "visible");
        CHECK(test.at("output").is_string());
    }
    CHECK(json.at("output").get<std::string>().find("reduction.cu:2: error: race") !=
          std::string::npos);
}

TEST_CASE("without its seed, a run shows it in no format for students") {
    auto run = example_run();
    run.seed = 7;
    run = without_seed(run);
    const Gradescope gradescope;
    const PrairieLearn prairielearn;
    const Classroom50 classroom50(identity);
    const Html html({});
    const JUnit junit;
    const Terminal terminal({}, Terminal::Colour::never);
    for (const Format* format :
         {static_cast<const Format*>(&gradescope), static_cast<const Format*>(&prairielearn),
          static_cast<const Format*>(&classroom50), static_cast<const Format*>(&html),
          static_cast<const Format*>(&junit), static_cast<const Format*>(&terminal)}) {
        std::ostringstream out;
        format->print(run, out);
        CHECK(out.str().find("seed") == std::string::npos);
        CHECK(out.str().find("again: ./grader/grade 04") != std::string::npos);
    }
    CHECK(printed(grader::report::Json(), run).at("seed").is_null());
}

TEST_CASE("Gradescope gets 0 points and the compiler's messages if nothing could be graded") {
    const auto json = printed(Gradescope(), one_lab(broken_lab()));
    REQUIRE(json.at("tests").size() == 1);
    const auto& test = json.at("tests")[0];
    CHECK(test.at("name") == "04-shared-reduction can be graded");
    CHECK(test.at("status") == "failed");
    CHECK(test.at("score") == 0);
    CHECK(test.at("max_score") == 100);
    CHECK(test.at("output").get<std::string>().find("expected ';'") != std::string::npos);
    CHECK(json.at("output").get<std::string>().find("expected ';'") != std::string::npos);
}

TEST_CASE("Gradescope shows the points of all labs, and hidden cases once grades are published") {
    auto run = one_lab(failing_lab());
    run.labs[0].parts[0].cases[0].hidden = true;
    run.labs.push_back(broken_lab());
    const auto tests = printed(Gradescope(), run).at("tests");
    CHECK(sum(tests, "max_score") == doctest::Approx(run.labs[0].max_score + 100));
    CHECK(tests[0].at("visibility") == "after_published");
    CHECK(tests[1].at("visibility") == "visible");
    CHECK(tests.back().at("name") == "04-shared-reduction can be graded");
    CHECK(tests.back().at("output") == all_of_broken);
}

TEST_CASE("hidden cases that are not shown stay in every platform's sum") {
    auto run = one_lab(failing_lab());
    auto& hidden = run.labs[0].parts[0].cases[0];
    hidden.hidden = true;
    const auto name = hidden.name;
    const auto all = printed(Classroom50(identity), run);
    run.labs[0] = grader::score::as_shown(run.labs[0], grader::score::OfHidden::nothing);
    const auto gradescope = printed(Gradescope(), run);
    CHECK(gradescope.at("score").get<double>() == doctest::Approx(run.labs[0].score));
    const auto prairielearn = printed(PrairieLearn(), run);
    CHECK(prairielearn.at("score").get<double>() == doctest::Approx(0.375));
    const auto classroom = printed(Classroom50(identity), run);
    CHECK(classroom.at("score") == all.at("score"));
    CHECK(classroom.at("max-score") == all.at("max-score"));
    for (const auto& json : {gradescope, prairielearn, classroom})
        CHECK(json.dump().find(name) == std::string::npos);
}

TEST_CASE("PrairieLearn gets a share of 1, or an answer that is not gradable") {
    const auto json = printed(PrairieLearn(), one_lab(failing_lab()));
    CHECK(json.at("gradable") == true);
    CHECK(json.at("score").get<double>() == doctest::Approx(0.375));
    CHECK(sum(json.at("tests"), "points") == doctest::Approx(37.5));
    const auto broken = printed(PrairieLearn(), one_lab(broken_lab()));
    CHECK(broken.at("gradable") == false);
    CHECK(broken.at("format_errors") == "04-shared-reduction: " + all_of_broken);
    CHECK_FALSE(broken.contains("score"));
}

TEST_CASE("Classroom 50 gets whole points that add up, and when it was submitted") {
    for (const auto& run : {one_lab(failing_lab()), example_run()}) {
        const auto json = printed(Classroom50(identity), run);
        CHECK(json.at("schema") == "classroom50/result/v1");
        CHECK(json.at("datetime") == "2026-06-01T14:32:05Z");
        CHECK(json.at("score").is_number_integer());
        CHECK(sum(json.at("tests"), "score") == json.at("score").get<double>());
        for (const auto& test : json.at("tests")) {
            CHECK(test.at("score").is_number_integer());
            CHECK(test.at("max-score").is_number_integer());
            CHECK(test.at("passed").is_boolean());
        }
    }
    const auto broken = printed(Classroom50(identity), one_lab(broken_lab()));
    CHECK(broken.at("score") == 0);
    CHECK(broken.at("max-score") == 100);
    REQUIRE(broken.at("tests").size() == 1);
    CHECK(broken.at("tests")[0].at("passed") == false);
}

TEST_CASE("a failed case has never all points, whatever a platform rounds to") {
    auto run = one_lab(failing_lab());
    auto& failed = run.labs[0].parts[0].cases[0];
    failed.status = grader::score::CaseStatus::failed;
    failed.max_score = 2;
    failed.score = 1.996;
    const auto test = printed(Classroom50(identity), run).at("tests")[0];
    CHECK(test.at("score") == 1);
    CHECK(test.at("max-score") == 2);
    CHECK(printed(Gradescope(), run).at("tests")[0].at("score") < 2);
}

TEST_CASE("Classroom 50's variables are asked for by name") {
    for (const char* name :
         {"CLASSROOM", "ASSIGNMENT", "SUBMISSION_TAG", "COMMIT_URL", "RELEASE_URL", "REVIEW_URL"})
        unsetenv(name);
    CHECK_THROWS_WITH_AS(classroom50_identity(), "Classroom 50's variable CLASSROOM is not set",
                         ReportError);
    auto other = identity;
    other.submission = "v1.0";
    CHECK_THROWS_WITH_AS(other.submitted(), "'v1.0' is not a tag of Classroom 50's", ReportError);
}

TEST_CASE("hostile text is shown as text on every platform") {
    for (const auto& json :
         {printed(Gradescope(), example_run()), printed(PrairieLearn(), example_run()),
          printed(Classroom50(identity), example_run())})
        CHECK(json.dump().find("\\u001b") == std::string::npos);
}

}  // namespace exchange_tests
