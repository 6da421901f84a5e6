// Grades a whole lab with a suite of its own and a program that is right or wrong as requested.
// Suites run inside doctest, so the labs are graded before the checks of their results begin.
#include "suite/grade.hpp"

#include <map>
#include <set>
#include <stdexcept>

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
    expect(answer.launches().empty(), "no sectors of A need be loaded");
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
    if (backend() == "cuda") CHECK_THROWS_AS(counted(answer, "barriers"), std::logic_error);
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

namespace {

using grader::score::CaseResult;
using grader::score::CaseStatus;
using grader::score::LabResult;

std::map<std::string, LabResult> results;

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
    return grade(request, [] { return DevicePrograms{"/usr/bin/false", "/usr/bin/false"}; });
}

int asked_for_programs = 0;
std::string trouble_of_programs;

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

bool says(const CaseResult& result, const std::string& text) {
    CAPTURE(result.message);
    return result.message.find(text) != std::string::npos;
}

}  // namespace

TEST_CASE("a right program gets all points of its rung, in three parts") {
    const LabResult& lab = results["right"];
    CHECK(rung_one(lab) == 32);
    REQUIRE(lab.parts.size() == 3);
    CHECK(lab.parts[0].part == Part::correct);
    CHECK(lab.max_score == 38);
    CHECK(lab.score == 35);
}

TEST_CASE("where times count they take half of fast, and the full marks stay what they are") {
    const auto sum = [](bool timed, Needs needs) {
        double points = 0;
        for (const auto& [registration, worth] : points_of("00-test", timed))
            if (registration->part == Part::fast && registration->needs == needs) points += worth;
        return points;
    };
    CHECK(sum(false, Needs::values) == 4);
    CHECK(sum(false, Needs::timing) == 0);
    CHECK(sum(true, Needs::values) == 2);
    CHECK(sum(true, Needs::timing) == 2);
    double all = 0;
    for (const auto& [registration, worth] : points_of("00-test", true)) all += worth;
    CHECK(all == full_marks("00-test"));
}

TEST_CASE("a case that needs a device does not exist without one") {
    for (const auto& part : results["right"].parts)
        for (const CaseResult& result : part.cases) CHECK(result.name != "rung 1: needs a device");
}

TEST_CASE("a size that cases share is one, and others differ") {
    CHECK(find(results["right"], "rung 7: draws a size").message == "");
    CHECK(find(results["right"], "rung 7: draws the same by the same name").message == "");
}

TEST_CASE("what is counted once is counted anew for the next lab") {
    for (const char* variant : {"right", "leaks"})
        CHECK(find(results[variant], "rung 6: counts once").message == "");
}

TEST_CASE("a device makes the calls that are counted itself, at the sizes drawn for it") {
    CHECK(find(results["right on both"], "rung 6: counts of a size that is drawn").message == "");
}

TEST_CASE("a case that fails on the device alone takes with it what depends on it") {
    const LabResult& lab = results["right on one of both"];
    const CaseResult& values = find(lab, "rung 1: integers");
    CHECK(values.status == CaseStatus::failed);
    CHECK(values.score == 0);
    CHECK(says(values, "on the device: "));
    for (const char* name :
         {"rung 1: nothing is found", "rung 1: no launches at all", "rung 1: needs a device"}) {
        CHECK(find(lab, name).status == CaseStatus::not_run);
        CHECK(find(lab, name).message == "not run, because no correct case of rung 1 has passed");
        CHECK(find(lab, name).score == 0);
    }
    // Fails on the simulator, and is not tried on the device.
    CHECK(find(lab, "rung 2: an assertion of the framework's").message ==
          find(results["right"], "rung 2: an assertion of the framework's").message);
    CHECK(lab.max_score == results["right"].max_score);
}

TEST_CASE("what a case found and measured leaves the reports with its result") {
    const LabResult& on_simulator = results["warns_when_square"];
    CHECK(find(on_simulator, "rung 1: no launches at all").status == CaseStatus::passed);
    REQUIRE(on_simulator.findings.size() == 1);
    CHECK(on_simulator.findings[0].line == 9);
    REQUIRE(on_simulator.work.size() == 1);
    CHECK(on_simulator.work[0].name == "rung 1: no launches at all");

    const LabResult& lab = results["warns on one of both"];
    CHECK(find(lab, "rung 1: no launches at all").status == CaseStatus::not_run);
    CHECK(lab.findings.empty());
    CHECK(lab.work.empty());
}

TEST_CASE("the programs for the device are asked for once, when the simulator is done") {
    CHECK(asked_for_programs == 1);
    CHECK(trouble_of_programs == "nvcc is gone");
}

TEST_CASE("an assertion of the framework's fails its case and shows the expression") {
    const CaseResult& result = find(results["right"], "rung 2: an assertion of the framework's");
    CHECK(result.status == CaseStatus::failed);
    CHECK(says(result, "1 + 1 == 3"));
}

TEST_CASE("a case that waits for another says so") {
    const CaseResult& result = find(results["right"], "rung 2: depends on it");
    CHECK(result.status == CaseStatus::not_run);
    CHECK(result.message == "not run, because no correct case of rung 2 has passed");
}

TEST_CASE("a suite's own exception fails its case only") {
    CHECK(says(find(results["right"], "rung 3: an exception of the suite's own"), "oh"));
}

TEST_CASE("a wrong value is shown with the smallest failing shape, its context and a command") {
    const CaseResult& result = find(results["loses_last_rows"], "rung 1: integers");
    CHECK(result.status == CaseStatus::failed);
    CHECK(says(result, "41 rows and 3 columns, 1 of 41 elements, the first is y[40]"));
    CHECK(says(result, "y[39]"));
    CHECK(says(result, "(not written)"));
    CHECK(says(result, "repeat: ./grader/grade run 00 -- --function matvec --rows 41 --cols 3"));
    CHECK(find(results["loses_last_rows"], "rung 1: nothing is found").status ==
          CaseStatus::passed);
    CHECK(find(results["loses_last_rows"], "rung 1: no launches at all").message ==
          "not run, because not every correct case of rung 1 has passed");
}

TEST_CASE("nothing written is said in one line, and nothing is earned") {
    const LabResult& lab = results["does_nothing"];
    CHECK(says(find(lab, "rung 1: integers"), "y is never written: matvec, 1 row and 1 column"));
    CHECK(rung_one(lab) == 0);
}

TEST_CASE("a result that depends on the order of threads fails, and the orders are named") {
    const CaseResult& result = find(results["wrong_in_reverse"], "rung 1: integers");
    CHECK(result.status == CaseStatus::failed);
    CHECK(says(result, "in forward order the result is right, in reverse order it is not"));
    CHECK(says(result, "--order reverse"));
}

TEST_CASE("a large call is made in one order, the same one for the same sizes") {
    CHECK(find(results["right"], "rung 8: large calls").status == CaseStatus::passed);
}

TEST_CASE("a large call that fails in its order is shown beside the others") {
    CHECK(says(find(results["wrong_in_reverse"], "rung 9: a large shape"),
               "in forward order the result is right, in reverse order it is not"));
}

TEST_CASE("a result that depends on the order of threads is a finding, with both values") {
    const LabResult& lab = results["wrong_in_reverse"];
    REQUIRE(lab.findings.size() == 1);
    const auto& finding = lab.findings[0];
    CHECK(finding.kind == "order_dependence");
    CHECK(finding.severity == grader::score::Severity::error);
    CHECK(finding.count >= 4);  // from integers, reals, special values twice, and larger calls
    CHECK(finding.message.starts_with("y[0] of matvec is "));
    CHECK(finding.message.find(" with the threads in forward order and ") != std::string::npos);
    CHECK(find(lab, "rung 1: nothing is found").message ==
          "not run, because no correct case of rung 1 has passed");
}

TEST_CASE("what a race does to the values costs nothing beside the race") {
    const LabResult& lab = results["races_in_reverse"];
    REQUIRE(lab.findings.size() == 2);
    CHECK(lab.findings[0].kind == "race");
    CHECK(lab.findings[1].kind == "order_dependence");
    CHECK(lab.findings[1].severity == grader::score::Severity::note);
    CHECK(lab.findings[1].message.ends_with(", as the race lets it"));
}

TEST_CASE("values that rounding explains depend on no order") {
    CHECK(results["rounds_in_reverse"].findings.empty());
    CHECK(rung_one(results["rounds_in_reverse"]) == 32);
}

TEST_CASE("a changed input fails the case") {
    CHECK(says(find(results["changes_x"], "rung 1: integers"), "matvec changes x"));
}

TEST_CASE("a crash fails the case it happens in, with the call that repeats it") {
    const CaseResult& result = find(results["crashes_when_large"], "rung 1: integers");
    CHECK(says(result, "SIGSEGV"));
    CHECK(says(result, "--rows 41"));
    CHECK(find(results["crashes_when_large"], "rung 1: special values").status ==
          CaseStatus::passed);
}

TEST_CASE("an error beyond rounding fails, with the bound shown") {
    CHECK(says(find(results["imprecise"], "rung 1: reals"), "rounding allows"));
}

TEST_CASE("a copy that passes for a kernel's work fails") {
    CHECK(
        says(find(results["copies"], "rung 1: integers"), "some of y was not written by a kernel"));
}

TEST_CASE("a call may be made on another device, and those after it are not") {
    CHECK(find(results["right"], "rung 5: on another device").status == CaseStatus::passed);
    CHECK(find(results["right"], "rung 1: integers").status == CaseStatus::passed);
}

TEST_CASE("scratch memory may be filled by anything") {
    CHECK(find(results["fills_scratch"], "rung 4: sizes and scratch memory of its own").status ==
          CaseStatus::passed);
}

TEST_CASE("sizes beyond rows and columns stand in the message and in the command") {
    const CaseResult& result =
        find(results["loses_last_rows"], "rung 4: sizes and scratch memory of its own");
    CHECK(says(result, "matvec (sx = 8, sy = 4), 41 rows and 41 columns"));
    CHECK(says(result, "--rows 41 --sx 8 --sy 4 --seed"));
}

TEST_CASE("a detour over the host fails") {
    CHECK(says(find(results["detours"], "rung 1: integers"),
               "matvec copies between host and device memory"));
}

TEST_CASE("a race keeps a share of safe, and none of fast") {
    const LabResult& lab = results["races"];
    const CaseResult& safe = find(lab, "rung 1: nothing is found");
    CHECK(safe.status == CaseStatus::failed);
    CHECK(safe.score == 2);
    CHECK(says(safe, "race at lab.cu:7: both write"));
    CHECK(find(lab, "rung 1: no launches at all").message ==
          "not run, because a race was found in rung 1");
    REQUIRE(lab.findings.size() == 1);
    CHECK(lab.findings[0].count > 3);
}

TEST_CASE("a failure about counts names the command that shows them from close up") {
    const CaseResult& result = find(results["launches"], "rung 1: no launches at all");
    CHECK(result.status == CaseStatus::failed);
    CHECK(
        says(result, "\n  see why: ./grader/grade run 00 --explain -- --function matvec --rows 2"));
}

TEST_CASE("where nothing was launched there is nothing to show from close up") {
    constexpr const char* name = "rung 5: too many lines are fetched";
    CHECK(find(results["right"], name).message == "too many lines");
    CHECK(says(find(results["launches"], name), "see why"));
}

TEST_CASE("the first failure about counts shows its worst line, and no other does") {
    const LabResult& lab = results["launches"];
    CHECK(says(find(lab, "rung 1: no launches at all"),
               "\n  lab.cu:7: loads of A: 32 sectors, 4 would do; one request:"
               "\n    A[0] 0......."));
    const CaseResult& second = find(lab, "rung 5: nothing is launched");
    CHECK(second.status == CaseStatus::failed);
    CHECK_FALSE(says(second, "A[0]"));
    CHECK(says(second, "see why"));
    CHECK_FALSE(
        says(find(results["launches, until it fails"], "rung 1: no launches at all"), "A[0]"));
}

TEST_CASE("a leak costs less than a race") {
    const CaseResult& safe = find(results["leaks"], "rung 1: nothing is found");
    CHECK(safe.score == 6);
    CHECK(says(safe, "512 bytes"));
}

TEST_CASE("after the first failure nothing runs where only full marks matter") {
    const LabResult& lab = results["loses_last_rows, until it fails"];
    // The same message, except for the larger call that a whole grading also shows.
    const CaseResult& whole = find(results["loses_last_rows"], "rung 1: integers");
    const CaseResult& first = find(lab, "rung 1: integers");
    CHECK(first.score == whole.score);
    CHECK(first.status == whole.status);
    CHECK(says(whole, first.message.substr(0, first.message.find('\n'))));
    for (const char* name : {"rung 1: special values", "rung 1: nothing is found"})
        CHECK(find(lab, name).message == "not run, because a case before it failed");
    CHECK(lab.max_score == results["loses_last_rows"].max_score);
}

TEST_CASE("where one case is asked for, it runs with what the gate asks about before it") {
    const LabResult& fast = results["right, a fast case"];
    CHECK(find(fast, "rung 1: no launches at all") ==
          find(results["right"], "rung 1: no launches at all"));
    std::size_t cases = 0;
    for (const auto& part : fast.parts) {
        for (const CaseResult& result : part.cases) CHECK(result.name.starts_with("rung 1: "));
        cases += part.cases.size();
    }
    CHECK(cases == 5);
    CHECK(fast.score == rung_one(results["right"]));
    CHECK(fast.max_score == fast.score);

    const LabResult& correct = results["right, a correct case"];
    REQUIRE(correct.parts.size() == 1);
    CHECK(correct.parts[0].cases.size() == 1);
    CHECK(cases_named("00-test", "no such case").empty());
}

TEST_CASE("a race whose witness changes a value costs correct, too, and is shown") {
    const LabResult& lab = results["races_with_witness"];
    const CaseResult& result = find(lab, "rung 1: integers");
    CHECK(result.status == CaseStatus::failed);
    CHECK(says(result, "y is wrong"));
    CHECK(says(result, "--order witness:1:0.1@2:0.0@1"));
    CHECK(says(result, "in forward order the result is right, in another order it is not"));
    REQUIRE(lab.findings.size() == 2);
    REQUIRE(lab.findings[0].witness);
    CHECK(lab.findings[0].witness->text == std::vector<std::string>{"one, then the other"});
    CHECK(lab.findings[0].witness->command.starts_with(
        "./grader/grade run 00 --order witness:1:0.1@2:0.0@1 -- "));
    CHECK(lab.findings[1].kind == "order_dependence");
    CHECK(lab.findings[1].severity == grader::score::Severity::note);
}

TEST_CASE("a race without a witness leaves correct alone") {
    CHECK(find(results["races"], "rung 1: integers").status == CaseStatus::passed);
}

TEST_CASE("the same seed gives the same result, another seed other inputs") {
    CHECK(results["loses_last_rows"] == results["loses_last_rows again"]);
    CHECK(results["loses_last_rows"] != results["loses_last_rows, other seed"]);
}

int main(int argc, char** argv) {
    for (const char* variant :
         {"right", "loses_last_rows", "does_nothing", "wrong_in_reverse", "changes_x",
          "crashes_when_large", "imprecise", "copies", "fills_scratch", "detours", "races",
          "races_with_witness", "leaks", "launches", "races_in_reverse", "rounds_in_reverse"})
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
