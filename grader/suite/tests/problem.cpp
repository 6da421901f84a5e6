// A lab whose calls are problems, graded with a program that is right or wrong as told: what
// problem.hpp and work.hpp say of values and of work.
#include "suite/problem.hpp"

#include <cmath>
#include <map>

#include "suite/grade.hpp"
#include "suite/tests/test_program.hpp"
#include "suite/work.hpp"

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
        .input("x", x)
        .in_out("y", y, {rows, columns}, expected)
        .words(std::to_string(rows) + " x " + std::to_string(columns))
        .by_hand("--rows " + std::to_string(rows));
}

// About what the test program's launch would take.
constexpr double limit = 3;

}  // namespace

GRADED(correct, "rung 1: values", 10) {
    check(add_scaled(3, 4));
}
GRADED(fast, "rung 1: work", 8) {
    grade_work(run(make_call(add_scaled(1, 1)), "forward"), limit, "add_scaled of one element");
}
GRADED(fast, "rung 1: sectors of all kinds", 1) {
    CHECK(all_sectors(run(make_call(add_scaled(1, 1)), "forward")) == 1010);
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

bool says(const CaseResult& result, const std::string& text) {
    CAPTURE(result.message);
    return result.message.find(text) != std::string::npos;
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

TEST_CASE("between full marks and none the share falls with the logarithm") {
    CHECK(share_of_ratio(1.5, 1.5) == 1);
    CHECK(share_of_ratio(10, 1.5) == 0);
    CHECK(share_of_ratio(std::sqrt(15.0), 1.5) == doctest::Approx(0.5));
    CHECK(share_of_ratio(std::nan(""), 1.5) == 0);
}

TEST_CASE("sectors of all kinds are added up") {
    CHECK(find("right", "rung 1: sectors of all kinds").message == "");
}

int main(int argc, char** argv) {
    for (const char* variant : {"right", "loses_last_rows", "works_hard"})
        results[variant] = graded(variant);
    doctest::Context context(argc, argv);
    context.addFilter("test-suite-exclude", "00-problem");
    return context.run();
}
