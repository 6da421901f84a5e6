// The graded cases of lab @NUMBER@.
#include "@SLUG@/problem.hpp"
#include "suite/failing.hpp"
#include "suite/problem.hpp"
#include "suite/work.hpp"

namespace @NAMESPACE@ {

LAB_SUITE("@SLUG@");

GRADED(correct, "rung 1: every length", 40) {
    for (const int n : {1, 2, 255, 256, 257, 1000}) check(problem(n, draw_seed()));
}
GRADED(safe, "rung 1: nothing is found", 25) {
    expect_no_findings("@NAME@");
}
GRADED(safe, "rung 1: reports a launch that fails", 5) {
    expect_failures_handled(checked(problem(draw_size(100), draw_seed())));
}
GRADED(fast, "rung 1: work", 30) {
    const int n = draw_work_size(200'000, "work");
    const auto call = [n] { return checked(problem(n, draw_seed())); };
    grade_work(counts_of("work", call), limit_of("@NAME@", {{"n", n}}), "@NAME@");
}

}  // namespace @NAMESPACE@
