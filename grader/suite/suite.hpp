// What a lab's suite (grader/suites/NN-slug.cpp) includes: graded cases with their points, calls of
// the student's functions, and expectations that fail a case with a sentence for the student.
//
//     namespace shared_reduction {
//
//     LAB_SUITE("04-shared-reduction");
//
//     GRADED(correct, "rung 1: every shape, small integers", 20) {
//         Call call("reduce_mv");
//         call.size("n", 2).size("m", 3).input("A", A).input("x", x).input("b", b)
//             .output<float>("y", 2);
//         for (const Answer& answer : run(call)) expect(answer.output<float>("y")[0] == 6, "…");
//     }
//
//     }  // namespace shared_reduction
//
// Parts: correct (values), safe (findings), fast (work), predict (counts the student predicted). A
// name's prefix up to the colon is its rung; "safe" cases of a rung are run once a correct case of
// that rung that carries points has passed, "fast" ones once all of them have and no race was
// found. A name without a rung depends on every correct case. Give cases an empty submission could
// pass no points. A safe case loses points for what was found in the calls it looks at: see
// expect_no_findings.
//
// Suites run in the grader's process and are never linked with student code.
#pragma once

#include <doctest/doctest.h>

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "score/record.hpp"
#include "suite/answer.hpp"
#include "suite/call.hpp"
#include "suite/formula.hpp"
#include "suite/order_dependence.hpp"
#include "suite/registry.hpp"

namespace grader::suite {

/// Makes the call once per thread order (forward and reverse on the simulator), each in a process
/// of its own, and returns the answers. A call of more than 8 KiB is made in one order, which
/// its sizes decide. Fails the case with the reason where the program crashes,
/// runs out of time, ends by itself, answers garbage, or changes an input it only may read.
/// An answer may still carry an error of CUDA's: see Answer::error.
Outcome run(const Call& call);

/// The same for one given order ("forward", "reverse", "random:7").
Answer run(const Call& call, std::string_view order);

/// Fails the case with a sentence that is shown to the student. First line: what is wrong.
[[noreturn]] void fail(const std::string& message);
void expect(bool condition, const std::string& message);

/// For safe cases: every kind of finding the calls of `function` had so far, in any case and order,
/// costs its share of the case's points. Fails the case where there are any.
void expect_no_findings(std::string_view function);

/// The same for labs whose sheet asks for barriers that all threads come to, equally often: a
/// thread that came to a barrier, and returned where others came there again, costs as an error,
/// though devices that schedule threads independently forgive it. To return before the first one is
/// free.
void expect_no_findings_and_even_barriers(std::string_view function);

/// Adds a finding: two answers to the call differ, by more than rounding explains, in the order of
/// their threads only.
void note_order_dependence(const Call& call, const OrderDifference& difference);

/// The sum of a counter over all launches of the answer. Fails the case where one was not counted.
std::uint64_t counted(const Answer& answer, const std::string& counter);
/// The same of loads from shared memory and stores to it together.
std::uint64_t shared_wavefronts(const Answer& answer);
std::uint64_t bank_conflicts(const Answer& answer);

/// Over all launches of the answer.
std::uint64_t blocks_of(const Answer& answer);

/// What the answer's launches asked of one array, by loads or by another `op` ("store", "red",
/// "atom"). The array is told by its size in bytes, as students name it as they like: take a shape
/// where no other array has that size. Fails the case where launches were not counted.
struct Traffic {
    std::uint64_t requests = 0;
    std::uint64_t sectors = 0;
};
Traffic traffic(const Answer& answer, std::uint64_t array_bytes, std::string_view op = "load");

/// For predict cases: what was counted at some sizes, by the keys of predict.toml. Labs whose
/// answers are formulas name the sizes.
using Counts = std::vector<std::pair<std::string, std::uint64_t>>;  // key, count
struct CountsAt {
    Counts counts;
    Sizes sizes = {};
};

/// What the student's predict.toml says of `table` beside what was counted, each right within a
/// tenth. A number answers for the `stated` sizes, those that the question names; a formula for the
/// `drawn` ones, too. Fails the case where one is wrong or missing, and says whether it is too high
/// or too low, never the count; the right ones keep their share of the points.
void expect_predicted(const std::string& table, const CountsAt& stated,
                      const std::vector<CountsAt>& drawn = {});

/// A call of which counts or failures are asked, and `check`, which fails the case where an answer
/// to it has wrong values: work that is not done is cheap.
struct CheckedCall {
    Call call;
    std::function<void(const Call&, const Answer&)> check;
};

/// The answer, in the first thread order, to the call that `make` returns: made and checked once
/// for all cases of a rung that ask for `name`, since what it counts depends neither on its inputs
/// nor, beside races, on the order. Where it fails a case, the next one makes it again.
const Answer& counts_of(const std::string& name, const std::function<CheckedCall()>& make);

/// Keeps this answer's kernel launches for the report: the call that shows the lab's point.
void demonstrate(const Answer& answer);

/// A number drawn from the run's secret seed, this case and how often the case has asked.
std::uint64_t draw_seed();

/// A size drawn so, from three quarters to five quarters of `about`: of a call that no submission
/// shall know beforehand, and that takes about as long with every seed.
int draw_size(int about);
/// The same, and the same one wherever the lab's cases ask by this name: for cases that share a
/// call.
int draw_size(int about, std::string_view name);

/// "sim" or "cuda".
std::string_view backend();

/// The last line of a failure's message, with a line break before it: the command that makes this
/// call again.
std::string repeat(const Call& call, std::string_view order);

/// Runs one case and keeps its result; GRADED calls it.
void judge(const Registration& registration);

}  // namespace grader::suite

#define LAB_SUITE(slug)                      \
    namespace {                              \
    constexpr const char* graded_lab = slug; \
    }                                        \
    TEST_SUITE_BEGIN(slug);                  \
    using namespace ::grader::suite

// The body is a function of its own: whether it runs, and what it earns, is decided round it.
#define GRADED_DEFINE(id, part, name, points, ...)                                               \
    static void id##_body();                                                                     \
    static const ::grader::suite::Registration id(graded_lab, ::grader::suite::Part::part, name, \
                                                  points, id##_body, __VA_ARGS__);               \
    TEST_CASE(#part "/" name) {                                                                  \
        ::grader::suite::judge(id);                                                              \
    }                                                                                            \
    static void id##_body()
#define GRADED_EXPAND(id, part, name, points, ...) \
    GRADED_DEFINE(id, part, name, points, __VA_ARGS__)

#define GRADED(part, name, points) \
    GRADED_EXPAND(DOCTEST_ANONYMOUS(graded_), part, name, points, ::grader::suite::Needs::values)

// A case that exists only where there is a device: its body compares times (timing.hpp). `weight`
// is its part of what all of the lab's timed cases are worth: see points_of.
#define TIMED(name, weight) \
    GRADED_EXPAND(DOCTEST_ANONYMOUS(graded_), fast, name, weight, ::grader::suite::Needs::timing)

// A case of hidden/NN-slug.cpp, a file like a lab's suite that only the instructor has.
#define HIDDEN(part, name, points)                                                                \
    GRADED_EXPAND(DOCTEST_ANONYMOUS(graded_), part, name, points, ::grader::suite::Needs::values, \
                  ::grader::suite::Seen::hidden)
