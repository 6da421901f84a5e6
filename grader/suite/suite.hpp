// The header for lab suites (grader/suites/NN-slug.cpp): graded cases with their points, calls of
// the student's functions, and expectations that fail a case with a message for the student.
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
// Parts: correct (values), safe (findings), fast (work), predict (counts that the student
// predicted). The prefix of a name up to the colon is the rung. "safe" cases of a rung run once a
// correct case of that rung with points has passed; "fast" ones run once all correct cases have
// passed and no race was found. A case without a rung depends on every correct case. A case that an
// empty submission could pass must have no points. A safe case loses points for findings in the
// calls that it examines: see expect_no_findings.
//
// Suites run in the grader's process and are never linked with student code.
#pragma once

#include <doctest/doctest.h>

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "runner/inputs.hpp"
#include "score/record.hpp"
#include "suite/calls/answer.hpp"
#include "suite/calls/call.hpp"
#include "suite/calls/checked_call.hpp"
#include "suite/causes/order_dependence.hpp"
#include "suite/formula.hpp"
#include "suite/registry.hpp"

namespace grader::suite {

/// Makes the call once in each thread order (forward and reverse on the simulator), each in its own
/// process, and returns the answers. A call with more than 8 KiB is made in one order, which its
/// sizes determine. Fails the case with the reason if the program crashes, runs out of time, exits,
/// sends an invalid answer, or changes an input that it may only read. An answer may still contain
/// a CUDA error: see Answer::error.
Outcome run(const Call& call);

/// The same for one given order ("forward", "reverse", "random:7").
Answer run(const Call& call, std::string_view order);

/// Fails the case with a message for the student. First line: what is wrong. `accesses`: those of
/// the counted call that explain it; the worst line of them is shown.
[[noreturn]] void fail(const score::Message& message, const Accesses& accesses = {});
void expect(bool condition, const score::Message& message, const Accesses& accesses = {});

/// For safe cases: each kind of finding in the calls of `function` so far, in any case and order,
/// costs its share of the case's points. Fails the case if there are any.
void expect_no_findings(std::string_view function);

/// The same for labs whose task sheet requires that all threads arrive at barriers equally often. A
/// thread that arrived at a barrier and exited while others arrived again is then an error,
/// although devices that schedule threads independently allow it. A thread may exit before its
/// first barrier.
void expect_no_findings_and_even_barriers(std::string_view function);

/// Adds a finding: two answers to the call differ by more than rounding, only because of the order
/// of threads.
void note_order_dependence(const Call& call, const OrderDifference& difference);

/// The sum of a counter over all launches of the answer. Fails the case if one was not counted.
/// Throws logic_error on a device, which counts nothing.
std::uint64_t counted(const Answer& answer, const std::string& counter);
/// The same for loads from shared memory plus stores to it.
std::uint64_t shared_wavefronts(const Answer& answer);
std::uint64_t bank_conflicts(const Answer& answer);
/// What the lanes of warps tell each other: by shuffles and reductions, or bit by bit by votes.
std::uint64_t exchanges(const Answer& answer);

/// Over all launches of the answer.
std::uint64_t blocks_of(const Answer& answer);

/// Of 32 bytes, as global memory is counted.
inline constexpr int floats_per_sector = 8;

/// The requests of the answer's launches to one array, by loads or by another `op` ("store", "red",
/// "atom"). The array is identified by its size in bytes, since students choose its name: use a
/// shape in which no other array has that size. Fails the case if launches were not counted.
struct Traffic {
    std::uint64_t requests = 0;
    std::uint64_t sectors = 0;
};
Traffic traffic(const Answer& answer, std::uint64_t array_bytes, std::string_view op = "load");

/// For predict cases: what was counted at some sizes, by the keys of predict.toml. Labs whose
/// answers are formulas give the sizes.
using Counts = std::vector<std::pair<std::string, std::uint64_t>>;  // key, count
struct CountsAt {
    Counts counts;
    Sizes sizes = {};
};

/// Compares the student's answers for `table` in predict.toml with the counts; each is right within
/// a tenth. A number must match at the `stated` sizes, which the question names, and a formula also
/// at the `drawn` ones. If an answer is wrong or missing, fails the case, and says whether it is
/// too high or too low, but never the count. Right answers keep their share of the points.
void expect_predicted(const std::string& table, const CountsAt& stated,
                      const std::vector<CountsAt>& drawn = {});

/// The answer, in the first thread order, to the call that `make` returns. It is made and checked
/// once on each backend for all cases of a rung that ask for `name`, since counts depend neither on
/// the inputs nor, without races, on the order. If it fails a case, the next case makes it again.
const Answer& counts_of(const std::string& name, const std::function<CheckedCall()>& make);

/// The same for a call that can be made with whole numbers and with reals. The numbers are drawn
/// for each name. The first one in *fast* of each rung is made with both, and the slower answer
/// counts, so that no kernel is quick for one of the two only.
using MakeWith = std::function<CheckedCall(runner::InputKind)>;
const Answer& counts_of(const std::string& name, const MakeWith& make);

/// Puts this answer's kernel launches into the report: the call that shows what the lab is about.
void demonstrate(const Answer& answer);

/// A number derived from the run's secret seed, the case, and how often the case has asked.
std::uint64_t draw_seed();

/// A number from `least` to `most`, each as likely, derived in the same way.
int draw_from(int least, int most);

/// A size derived in the same way, between three and five quarters of `about`: for a call whose
/// size no submission can know beforehand, and that takes about as long with every seed.
int draw_size(int about);
/// The same, but equal for all cases of the lab that ask with this name, so that they can share a
/// call.
int draw_size(int about, std::string_view name);
/// Three pairs of sizes with about this product, each 16 at least, derived in the same way: the
/// first size far below the second one, about as large, and far above. For calls whose values are
/// judged: what is quick only near the sizes at which work is measured is slow in one of them.
std::array<std::array<int, 2>, 3> draw_aspects(int product);
/// A number below `count`, derived in the same way.
int draw_below(int count, std::string_view name);
/// For a call whose work is graded: a multiple of `of` within a thirty-second of `about`, so that
/// slow work loses nearly the same points with every seed. Of fewer than 16 multiples, it is the
/// nearest to `about`: then another size of the call must be drawn.
int draw_work_size(int about, std::string_view name, int of = 1);

/// Whether the case runs on the simulator, and not on a device.
bool on_simulator();

/// The last line of a failure's message: the command that makes this call again.
score::Lines repeat(const Call& call, std::string_view order);

/// Runs one case and stores its result; GRADED calls it.
void judge(const Registration& registration);

}  // namespace grader::suite

#define LAB_SUITE(slug)                      \
    namespace {                              \
    constexpr const char* graded_lab = slug; \
    }                                        \
    TEST_SUITE_BEGIN(slug);                  \
    using namespace ::grader::suite

// The body is a separate function, called if the case may run.
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

// A case that exists only if there is a device: its body compares times (timing.hpp). `weight`: its
// share of the points of all timed cases of the lab: see points_of.
#define TIMED(name, weight) \
    GRADED_EXPAND(DOCTEST_ANONYMOUS(graded_), fast, name, weight, ::grader::suite::Needs::timing)

// A case in hidden/NN-slug.cpp, a file like a lab's suite that only the instructor has.
#define HIDDEN(part, name, points)                                                                \
    GRADED_EXPAND(DOCTEST_ANONYMOUS(graded_), part, name, points, ::grader::suite::Needs::values, \
                  ::grader::suite::Seen::hidden)
