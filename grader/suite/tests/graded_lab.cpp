#include "suite/tests/graded_lab.hpp"

#include <set>
#include <stdexcept>

#include "suite/grade.hpp"
#include "suite/matvec.hpp"
#include "suite/run.hpp"
#include "suite/tests/test_program.hpp"

LAB_SUITE("00-test");

namespace {

const matvec::Subject subject{"matvec"};
const matvec::Subject tiled{
    .function = "matvec",
    .sizes = {{"sx", 8}, {"sy", 4}},
    .scratch = {{"buff", [](matvec::Shape shape) { return std::uint64_t(shape.n) * 2; }}},
    .square = true};
const std::vector<matvec::Shape> few_shapes{{1, 1}, {3, 2}, {37, 5}, {41, 3}, {64, 2}};

}  // namespace

GRADED(correct, "rung 1: integers", 10) {
    matvec::check_integers(subject, few_shapes);
}
GRADED(correct, "rung 1: reals", 5) {
    matvec::check_reals(subject, few_shapes);
}
GRADED(correct, "rung 1: special values", 5) {
    matvec::check_special_values(subject, {5, 4});
}
GRADED(safe, "rung 1: nothing is found", 8) {
    expect_no_findings("matvec");
}
GRADED(fast, "rung 1: no launches at all", 4) {
    const Answer answer =
        run(matvec::make_call(subject,
                              matvec::make_problem(subject, {2, 2}, runner::InputKind::reals)))
            .first();
    Run::current().note_work(
        {.name = {}, .what = "a square", .microseconds = 1, .limit = 1, .bound = {}});
    expect(answer.launches().empty(), "no sectors of A need be loaded", about_loads);
}
GRADED(fast, "rung 5: nothing is launched", 0) {
    const Answer answer =
        run(matvec::make_call(subject,
                              matvec::make_problem(subject, {3, 2}, runner::InputKind::reals)))
            .first();
    expect(answer.launches().empty(), "launches");
}
GRADED(fast, "rung 5: too many lines are fetched", 0) {
    matvec::counts_of(subject, {3, 2});
    fail("too many lines");
}
GRADED(correct, "rung 2: an assertion of the framework's", 1) {
    CHECK(1 + 1 == 3);
}
GRADED(safe, "rung 2: depends on it", 1) {
    expect(true, "");
}
GRADED(correct, "rung 3: an exception of the suite's own", 1) {
    throw std::out_of_range("oh");
}
GRADED(correct, "rung 4: sizes and scratch memory of its own", 2) {
    matvec::check_integers(tiled, std::vector<matvec::Shape>{{41, 41}});
}
GRADED(correct, "rung 5: on another device", 1) {
    const std::vector<float> one{1};
    Call call("matvec");
    call.size("n", 1).size("m", 1).input("A", one).input("x", one).input("b", one);
    call.output<float>("y", 1).on_device("does_nothing");
    for (const Answer& answer : run(call))
        expect(runner::is_unwritten(answer.output<float>("y")[0]), "the call was made at home");
}
int shared_size = 0;
GRADED(correct, "rung 7: draws a size", 0) {
    shared_size = draw_size(1000, "n");
    CHECK(draw_size(1000, "m") != shared_size);
}
GRADED(correct, "rung 7: draws the same by the same name", 0) {
    CHECK(draw_size(1000, "n") == shared_size);
    CHECK(draw_size(1000) != shared_size);
    const int drawn = draw_from(3, 5);
    CHECK((drawn >= 3 && drawn <= 5));
    CHECK(draw_from(7, 7) == 7);
    CHECK(draw_below(1000, "kind") == draw_below(1000, "kind"));
    CHECK(draw_below(1, "kind") == 0);
}
GRADED(correct, "rung 6: counts once", 0) {
    const auto make = [](int n) { return [n] { return matvec::integers_call(subject, {n, 2}); }; };
    const Answer& first = counts_of("one", make(3));
    CHECK(&counts_of("one", make(5)) == &first);
    CHECK(first.output<float>("y").size() == 3);
    CHECK(counts_of("other", make(5)).output<float>("y").size() == 5);
    CHECK(&matvec::counts_of(subject, {3, 2}) == &matvec::counts_of(subject, {3, 2}));
    CHECK(&matvec::counts_of(subject, {3, 2}) != &matvec::counts_of(subject, {4, 2}));
    CHECK_THROWS(counts_of("late", []() -> CheckedCall { throw std::out_of_range("oh"); }));
    CHECK(counts_of("late", make(7)).output<float>("y").size() == 7);
    CHECK_THROWS(counts_of("wrong", [] {
        CheckedCall made = matvec::integers_call(subject, {3, 2});
        made.call.on_device("does_nothing");
        return made;
    }));
}
GRADED(correct, "rung 6: counts of a size that is drawn", 0) {
    const int n = draw_size(1000, "counted n");
    const Answer& answer = counts_of("drawn", [n] {
        return matvec::integers_call(subject, {n, 2});
    });
    CHECK(static_cast<int>(answer.output<float>("y").size()) == n);
    if (!on_simulator()) CHECK_THROWS_AS(counted(answer, "barriers"), std::logic_error);
}
GRADED(correct, "rung 8: large calls", 0) {
    const auto orders_of_a_call = [](matvec::Shape shape) {
        std::vector<std::string> orders;
        for (const Answer& answer : run(matvec::make_call(
                 subject, matvec::make_problem(subject, shape, runner::InputKind::reals))))
            orders.push_back(answer.order());
        return orders;
    };
    CHECK(orders_of_a_call({40, 40}) == std::vector<std::string>{"forward", "reverse"});
    std::set<std::vector<std::string>> orders;
    for (int n = 60; n < 70; ++n) {
        orders.insert(orders_of_a_call({n, 40}));
        CHECK(orders_of_a_call({n, 40}) == orders_of_a_call({n, 40}));
    }
    CHECK(orders == std::set<std::vector<std::string>>{{"forward"}, {"reverse"}});
}
GRADED(correct, "rung 9: a large shape", 0) {
    matvec::check_integers(subject, std::vector<matvec::Shape>{{64, 40}, {65, 40}, {66, 40}});
}
TIMED("rung 1: needs a device", 3) {
    fail("there is none");
}

TEST_SUITE_END();

std::map<std::string, LabResult> results;
int asked_for_programs = 0;
std::string trouble_of_programs;

const CaseResult& find(const LabResult& lab, const std::string& name) {
    for (const auto& part : lab.parts)
        for (const CaseResult& result : part.cases)
            if (result.name == name) return result;
    FAIL("no case " << name);
    std::abort();
}

double rung_one(const LabResult& lab) {
    double sum = 0;
    for (const auto& part : lab.parts)
        for (const CaseResult& result : part.cases)
            if (result.name.starts_with("rung 1")) sum += result.score;
    return sum;
}

TextHas says(const CaseResult& result, const std::string& text) {
    return text_has(result.message.text(), text);
}

namespace {

Request request_for(const std::string& variant, std::uint64_t seed) {
    Request request;
    request.lab = "00-test";
    request.program = SUITE_TEST_PROGRAM;
    request.device = variant;
    request.seed = seed;
    request.sandbox = grader::sandbox::Sandbox::best(true).kind();
    return request;
}

LabResult graded(const std::string& variant, std::uint64_t seed = 5, bool until_failure = false,
                 const std::string& only_case = "") {
    Request request = request_for(variant, seed);
    request.until_first_failure = until_failure;
    request.only_case = only_case;
    return grade(request);
}

/// Graded on a device, too: the same program, which needs none.
LabResult graded_on_both(std::uint64_t seed) {
    Request request = request_for("right", seed);
    request.on_device = true;
    return grade(request, [] { return DevicePrograms{SUITE_TEST_PROGRAM, {}}; });
}

/// On the device, the program ends at once.
LabResult graded_on_both_and_failing_on_one(const std::string& variant) {
    Request request = request_for(variant, 5);
    request.on_device = true;
    request.timed = true;
    request.solution_on_device = "/usr/bin/false";  // ends while the simulator is used
    return grade(request, [] { return DevicePrograms{"/usr/bin/false", "/usr/bin/false"}; });
}

void grade_without_programs() {
    Request request = request_for("right", 5);
    request.on_device = true;
    try {
        grade(request, []() -> DevicePrograms {
            ++asked_for_programs;
            throw std::runtime_error("nvcc is gone");
        });
    } catch (const std::runtime_error& error) {
        trouble_of_programs = error.what();
    }
}

}  // namespace

int main(int argc, char** argv) {
    for (const char* variant :
         {"right", "loses_last_rows", "does_nothing", "wrong_in_reverse", "changes_x",
          "crashes_when_large", "imprecise", "copies", "fills_scratch", "detours", "races",
          "races_with_witness", "leaks", "launches", "races_in_reverse", "rounds_in_reverse",
          "leaves_state", "differs_by_run", "copies_unwritten"})
        results[variant] = graded(variant);
    results["loses_last_rows again"] = graded("loses_last_rows");
    results["loses_last_rows, until it fails"] = graded("loses_last_rows", 5, true);
    results["launches, until it fails"] = graded("launches", 5, true);
    results["right on both"] = graded_on_both(5);
    results["right on one of both"] = graded_on_both_and_failing_on_one("right");
    results["warns_when_square"] = graded("warns_when_square");
    results["warns on one of both"] = graded_on_both_and_failing_on_one("warns_when_square");
    grade_without_programs();
    results["right, a fast case"] = graded("right", 5, false, "no launches");
    results["right, a correct case"] = graded("right", 5, false, "special values");
    results["loses_last_rows, other seed"] = graded("loses_last_rows", 6);
    doctest::Context context(argc, argv);
    context.addFilter("test-suite-exclude", "00-test");
    return context.run();
}
