// A lab whose calls are problems, graded with a program that is right or wrong as requested: what
// problem.hpp and work.hpp report about values and work.
#include "suite/problem.hpp"

#include <cmath>
#include <functional>
#include <map>
#include <utility>

#include "suite/grade.hpp"
#include "suite/limits.hpp"
#include "suite/run.hpp"
#include "suite/suspected.hpp"
#include "suite/tests/test_program.hpp"
#include "suite/work.hpp"
#include "tests/text_has.hpp"

LAB_SUITE("00-problem");

namespace {

Problem add_scaled(std::size_t rows, std::size_t columns) {
    constexpr double a = 0.5;
    std::vector<float> x, y;
    for (std::size_t i = 0; i < rows * columns; ++i) {
        x.push_back(static_cast<float>(i));
        y.push_back(10);
    }
    const auto expected = [x, y](std::size_t i) { return runner::Expected{y[i] + a * x[i], 0}; };
    return Problem("add_scaled")
        .real("a", a)
        .size("rows", static_cast<std::int64_t>(rows))
        .secret("key", 4711)
        .input("x", x)
        .in_out("y", y, {rows, columns}, expected)
        .words(std::to_string(rows) + " x " + std::to_string(columns))
        .by_hand("--rows " + std::to_string(rows));
}

// About the estimated time of the test program's launch.
constexpr double limit = 3;

Answer answer_of_one() {
    return run(make_call(add_scaled(1, 1)), "forward");
}

CheckedCall wrong_when_measured() {
    return {make_call(add_scaled(1, 1)), [](const Call&, const Answer&) { fail("wrong"); }};
}

CheckedCall one_element(runner::InputKind kind) {
    const float x = kind == runner::InputKind::integers ? 1 : 0.5f;
    return checked(Problem("add_scaled")
                       .real("a", 1)
                       .input("x", std::vector<float>{x})
                       .in_out("y", std::vector<float>{0}, {1}, [x](std::size_t) {
                           return runner::Expected{x, 0};
                       }));
}

/// With a twin of 3 x 4.
Suspected one_with_twin(std::function<void(const Answer&, const Answer&)> compare) {
    return {add_scaled(1, 1), [] { return std::vector<Mistake>(); }, usual_terms,
            Twin{add_scaled(3, 4), std::move(compare)}};
}

}  // namespace

GRADED(correct, "rung 1: values", 10) {
    check(add_scaled(3, 4));
}
GRADED(fast, "rung 1: work", 8) {
    grade_work(run(make_call(add_scaled(1, 1)), "forward"), limit, "add_scaled of one element");
}
GRADED(fast, "rung 1: limits of lab.toml", 0) {
    CHECK(limit_of("by size", {{"n", 3}}) == 6.5);
    CHECK(limit_of("one for all") == 2.1);
    const auto fault = [](const char* name, const char* words) {
        CHECK_THROWS_WITH_AS(limit_of(name), words, SessionError);
    };
    fault("none", "labs/00-problem/lab.toml: limits: none: is missing, and the suite asks for it");
    fault("nothing", "labs/00-problem/lab.toml: limits: nothing: is not more than 0");
    fault("by size",
          "labs/00-problem/lab.toml: limits: by size: write a number: n is not a size here");
}
GRADED(fast, "rung 1: work with integers and reals", 1) {
    grade_work(counts_of("one element", one_element), limit, "one element");
}
GRADED(fast, "rung 1: work on a device that does not exist", 0) {
    Call call = make_call(add_scaled(1, 1));
    grade_work(run(call.on_device("h10O"), "forward"), limit, "add_scaled");
}
GRADED(fast, "rung 1: sectors of all kinds", 1) {
    CHECK(all_sectors(run(make_call(add_scaled(1, 1)), "forward")) == 1010);
}

// Rungs whose second case judges the work, together with values that are right.
GRADED(correct, "too slow: values", 10) {
    check(add_scaled(2, 2));
}
GRADED(fast, "too slow: works, and a bound", 4) {
    grade_work(answer_of_one(), limit, "enough");
    grade_work(answer_of_one(), limit / 1000, "the worst");
    grade_work(answer_of_one(), limit / 100, "bad");
}
GRADED(fast, "too slow: another bound", 4) {}
GRADED(correct, "a bit slow: values", 10) {
    check(add_scaled(2, 2));
}
GRADED(fast, "a bit slow: work", 10) {
    const double share = 0.5;
    Run::current().fail_for_work(share, "a bit slow");
    Run::current().hold_rung_to(share, "takes 4 times what is enough");
}
GRADED(fast, "a bit slow: work, and a bound", 10) {
    Run::current().fail_for_work(0.5, "a bit slow");
    expect(false, "a bound behind the work");
}
GRADED(correct, "unused: values", 10) {
    check(add_scaled(2, 2));
}
GRADED(fast, "unused: slow, and without what the rung is about", 4) {
    grade_work(answer_of_one(), limit / 2, "slow");
    expect_used(false, "no shuffle");
}
GRADED(correct, "missed on purpose: values", 10) {
    check(add_scaled(2, 2));
}
GRADED(fast, "missed on purpose: one launch, and what the rung is about", 4) {
    grade_work(answer_of_one(), limit, "enough");
    expect(false, "two launches");
    expect_used(false, "no shuffle");
    expect(false, "three barriers");
}
GRADED(correct, "elsewhere: values", 10) {
    check(add_scaled(2, 2));
}
GRADED(fast, "elsewhere: quick", 10) {
    grade_work(answer_of_one(), limit, "enough");
}
GRADED(fast, "elsewhere: without what the rung is about", 4) {
    expect_used(false, "no shuffle");
}
GRADED(correct, "wrong when measured: values", 10) {
    check(add_scaled(2, 2));
}
GRADED(fast, "wrong when measured: work", 4) {
    grade_work(counts_of("wrong", wrong_when_measured), limit, "wrong");
}
GRADED(correct, "one case wrong: values", 10) {
    check(add_scaled(2, 2));
}
GRADED(correct, "one case wrong: given away", 2) {
    fail("given away");
}
GRADED(fast, "one case wrong: work", 4) {
    grade_work(counts_of("wrong", wrong_when_measured), limit, "wrong");
}
GRADED(fast, "one case wrong: more work", 4) {
    grade_work(answer_of_one(), limit / 1000, "slow all the same");
}
GRADED(correct, "half done: another: values", 10) {
    check(add_scaled(2, 2));
}
GRADED(correct, "half done: add_scaled: values", 8) {
    fail("still to do");
}
GRADED(correct, "half done: add_scaled: special values", 8) {
    check(add_scaled(2, 2));
}
GRADED(fast, "half done: add_scaled: work", 4) {
    grade_work(counts_of("wrong", wrong_when_measured), limit, "wrong");
}
GRADED(correct, "most wrong: values", 10) {
    fail("wrong");
}
GRADED(correct, "most wrong: special values", 2) {
    check(add_scaled(2, 2));
}
GRADED(fast, "most wrong: work", 4) {
    grade_work(counts_of("wrong", wrong_when_measured), limit, "wrong");
}

GRADED(correct, "held by none: values", 8) {
    check(add_scaled(2, 2));
}
GRADED(correct, "held by none: nothing is called", 2) {}

GRADED(correct, "twins: alike", 10) {
    check([](std::uint64_t) {
        return one_with_twin([](const Answer& answer, const Answer& twins) {
            expect(answer.order() == "forward" && answer.output<float>("y").size() == 1,
                   "the call");
            expect(twins.order() == "reverse" && twins.output<float>("y").size() == 12, "its twin");
        });
    });
}
GRADED(correct, "twins: different", 10) {
    check([](std::uint64_t) {
        return one_with_twin(
            [](const Answer&, const Answer&) { fail("they do not fit together"); });
    });
}

TEST_SUITE_END();

namespace {

using grader::score::CaseResult;
using grader::score::CaseStatus;
using grader::score::LabResult;

std::map<std::string, LabResult> results;

LabResult graded(const std::string& variant) {
    Request request;
    request.lab = "00-problem";
    request.limits = {{"by size", "0.5 + 2 * n"},
                      {"one for all", "2.1"},
                      {"nothing", "1 - 1"},
                      {"add_scaled", "3000"},
                      {"add_scaled, any shape", "3"}};
    request.program = SUITE_TEST_PROGRAM;
    request.device = variant;
    request.sandbox = grader::sandbox::Sandbox::best(true).kind();
    return grade(request);
}

const CaseResult& find(const std::string& variant, const std::string& name) {
    for (const auto& part : results[variant].parts)
        for (const CaseResult& result : part.cases)
            if (result.name == name) return result;
    FAIL("no case " << name);
    std::abort();
}

TextHas says(const CaseResult& result, const std::string& text) {
    return text_has(result.message.text(), text);
}

}  // namespace

TEST_CASE("an array that is read and written is judged like any other") {
    CHECK(find("right", "rung 1: values").message == "");
    const CaseResult& wrong = find("loses_last_rows", "rung 1: values");
    CHECK(says(wrong, "y is wrong: add_scaled, 3 x 4, 1 of 12 elements, the first is y[2][3]"));
    CHECK(says(wrong, "y[2][2]"));
    CHECK(says(wrong, "15.5"));
    CHECK(says(wrong, "repeat: ./grader/grade run 00 -- --function add_scaled --rows 3"));
}

TEST_CASE("work below its limit earns all points, and far more work none, with what bounds it") {
    CHECK(find("right", "rung 1: work").status == CaseStatus::passed);
    const CaseResult& hard = find("works_hard", "rung 1: work");
    CHECK(hard.score == 0);
    CHECK(says(hard, "add_scaled of one element would take about"));
    CHECK(says(hard, "times the 3 us that are enough (full marks up to 1.5 times)"));
    CHECK(says(hard, "add, the longest of 1 launch, is bound by scattered accesses"));
}

TEST_CASE("a call whose values are judged holds the whole rung to its work, its own case, too") {
    const CaseResult& values = find("works_hard", "rung 1: values");
    CHECK(values.score == doctest::Approx(3));
    CHECK(says(values, "counts 30 % of its points, since the rung's work"));
    CHECK(find("works_hard", "elsewhere: quick").score == 0);  // its own work earns nothing
    CHECK(find("works_hard", "twins: alike").score == doctest::Approx(3));
    CHECK(says(find("works_hard", "twins: alike"), "us in a call of add_scaled with rows = "));
    CHECK_FALSE(says(find("works_hard", "twins: alike"), "4711"));
    CHECK(says(find("works_hard", "twins: alike"), "where 3 us are enough"));
    CHECK(find("right", "rung 1: values").score == 10);
}

TEST_CASE("neither a race nor a look at a counter spares a call the limit of its work") {
    for (const char* variant : {"works_hard_and_races", "works_hard_by_a_counter"}) {
        CHECK(find(variant, "rung 1: values").score == doctest::Approx(3));
        CHECK(find(variant, "twins: alike").score == doctest::Approx(3));
    }
}

TEST_CASE("threads that take their work from a counter are judged where they run side by side") {
    CHECK(find("shares_by_a_counter", "held by none: values").score == 8);
    CHECK(find("shares_by_a_counter", "twins: alike").score == 10);
}

TEST_CASE("work that cannot be counted is too much, and no number is made up for it") {
    const CaseResult& held = find("does_too_much", "held by none: nothing is called");
    CHECK(held.score == doctest::Approx(0.6));
    CHECK(says(held, "work is more than can be counted in a call of add_scaled"));
}

TEST_CASE("a launch that an error has ended says nothing of the work of other cases") {
    CHECK(find("ends_a_launch", "held by none: values").score == 0);
    CHECK(find("ends_a_launch", "held by none: nothing is called").score == 2);
}

TEST_CASE("a program that is quick for one kind of numbers only is slow") {
    CHECK(find("right", "rung 1: work with integers and reals").score == 1);
    for (const char* variant : {"slow_on_integers", "slow_on_reals"})
        CHECK(find(variant, "rung 1: work with integers and reals").score == 0);
}

TEST_CASE("between full marks and none the share falls with the logarithm") {
    CHECK(share_of_ratio(1.5, 1.5) == 1);
    CHECK(share_of_ratio(10, 1.5) == 0);
    CHECK(share_of_ratio(std::sqrt(15.0), 1.5) == doctest::Approx(0.5));
    CHECK(share_of_ratio(std::nan(""), 1.5) == 0);
}

TEST_CASE("sectors of all kinds are added up") {
    CHECK(find("right", "rung 1: sectors of all kinds").message == "");
}

TEST_CASE("of several works in a case all are judged, and the worst counts") {
    const CaseResult& works = find("right", "too slow: works, and a bound");
    CHECK(works.score == 0);
    CHECK(says(works, "the worst would take"));
}

TEST_CASE("work that earns nothing leaves three tenths of the rung's other points, and none else") {
    CHECK(find("right", "too slow: values").score == doctest::Approx(3));
    CHECK(says(find("right", "too slow: values"), "counts 30 % of its points"));
    CHECK(find("right", "too slow: another bound").score == doctest::Approx(1.2));
    CHECK(find("right", "rung 1: values").score == 10);
}

TEST_CASE("a case that is slow keeps the share of its work, and nothing where a bound fails, too") {
    CHECK(find("right", "a bit slow: work").score == doctest::Approx(5));
    CHECK(find("right", "a bit slow: work, and a bound").score == 0);
    CHECK(says(find("right", "a bit slow: work, and a bound"), "a bound behind the work"));
    CHECK(find("right", "a bit slow: values").score == 10);
}

TEST_CASE("what the rung is about is looked at behind work that loses points") {
    CHECK(says(find("right", "unused: slow, and without what the rung is about"), "no shuffle"));
    CHECK(find("right", "unused: values").score == doctest::Approx(3));
}

TEST_CASE("a count that is missed on purpose spares no rung what it is about") {
    const CaseResult& missed =
        find("right", "missed on purpose: one launch, and what the rung is about");
    CHECK(missed.score == 0);
    CHECK(says(missed, "two launches"));
    CHECK_FALSE(says(missed, "no shuffle"));
    CHECK(find("right", "missed on purpose: values").score == doctest::Approx(3));
}

TEST_CASE("fast work earns nothing extra if the rung's main goal is missed") {
    CHECK(find("right", "elsewhere: quick").score == doctest::Approx(3));
    CHECK(says(find("right", "elsewhere: quick"), "lacks what the rung is about"));
}

TEST_CASE("work whose call fails cannot be measured, and earns the rung nothing") {
    CHECK(says(find("right", "wrong when measured: work"), "wrong"));
    CHECK(find("right", "wrong when measured: values").score == doctest::Approx(3));
    CHECK(says(find("right", "wrong when measured: values"),
               "cannot be measured: a call of that size fails"));
}

TEST_CASE("work on a device that does not exist is an error of the suite's") {
    CHECK(says(find("right", "rung 1: work on a device that does not exist"),
               "the case itself failed: no simulated device is called h10O"));
}

TEST_CASE("giving up a correct case does not bypass the gate") {
    CHECK(find("right", "one case wrong: values").score == doctest::Approx(3));
    CHECK(find("right", "one case wrong: work").status == CaseStatus::not_run);
    CHECK(find("right", "one case wrong: more work").status == CaseStatus::not_run);
    CHECK(says(find("right", "one case wrong: more work"),
               "its work counts all the same: slow all the same would take"));
}

TEST_CASE("an unfinished function takes nothing from the rung's other functions") {
    CHECK(find("right", "half done: another: values").score == 10);
    const CaseResult& own = find("right", "half done: add_scaled: special values");
    CHECK(own.score == doctest::Approx(2.4));
    CHECK(says(own,
               "Repair what fails; then its case under fast is run, and these points come back"));
}

TEST_CASE("if some shape is wrong, a measured call that fails costs nothing more") {
    CHECK(find("right", "most wrong: special values").score == 2);
}

TEST_CASE("of two twins each program gets one, both must be right, and they are compared") {
    CHECK(find("right", "twins: alike").message == "");
    CHECK(says(find("right", "twins: different"), "they do not fit together"));
    const CaseResult& wrong = find("loses_last_rows", "twins: alike");
    CHECK(says(wrong, "y is wrong: add_scaled, 3 x 4, 1 of 12 elements"));
}

int main(int argc, char** argv) {
    for (const char* variant : {"right", "loses_last_rows", "works_hard", "slow_on_integers",
                                "slow_on_reals", "works_hard_and_races", "works_hard_by_a_counter",
                                "shares_by_a_counter", "ends_a_launch", "does_too_much"})
        results[variant] = graded(variant);
    doctest::Context context(argc, argv);
    context.addFilter("test-suite-exclude", "00-problem");
    return context.run();
}
