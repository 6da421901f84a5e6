// The graded cases of lab 07: three ways to combine the partial sums of a row that is split over
// several blocks of sx * sy threads, and the hunt. A is square here; sx and sy are sizes of every
// call. docs/labs/07-atomics.md derives the counts used in the bounds.
#include "suite/failing.hpp"
#include "suite/matvec_timing.hpp"
#include "suite/work.hpp"
#include "suites/07-atomics/checks.hpp"

namespace atomics {

LAB_SUITE("07-atomics");

namespace {

// The sizes in predict.toml, and others for which its formulas must hold.
const Split example{128, 16, 8};
Split drawn_example() {
    return {16 * draw_size(9, "predicted rows"), 16, 8};
}

void expect_predicted_of(const std::string& function,
                         const std::function<Counts(const Answer&)>& counts) {
    const auto counts_at = [&](const Split& split) -> CountsAt {
        return {counts(counts_of(function, split)), {{"n", split.n}}};
    };
    expect_predicted(function, counts_at(example), {counts_at(drawn_example())});
}

// ---- What is allowed.

int launches_allowed(const Split& split) {
    int launches = 1;
    for (int left = split.parts(); left > 1; left = (left + split.sx - 1) / split.sx) launches++;
    return launches;
}

std::uint64_t atomic_sectors(const Answer& answer) {
    return counted(answer, "red_sectors") + counted(answer, "atom_sectors");
}

void check_time(const std::string& function, const Split& split) {
    matvec::check_time(subject(function, split), split.shape());
}

}  // namespace

GRADED(correct, "rung 1: repeated_launches: integers, every n and block", 10) {
    check_integers("repeated_launches", splits);
    check_integers("repeated_launches", {matvec::draw_split(130)});
    check_integers("repeated_launches", drawn_splits("repeated_launches"));
}
GRADED(correct, "rung 1: repeated_launches: reals, rounding bound", 4) {
    check_rounding("repeated_launches");
}
GRADED(correct, "rung 1: repeated_launches: zeros, infinities and NaNs", 3) {
    check_special_values("repeated_launches");
}
GRADED(correct, "rung 1: repeated_launches: refuses sizes it cannot work with", 4) {
    check_refusals("repeated_launches");
}
GRADED(safe, "rung 1: repeated_launches: nothing is found", 7) {
    expect_no_findings("repeated_launches");
}
GRADED(safe, "rung 1: repeated_launches: reports each call that fails", 1) {
    expect_failures_handled(integers_call("repeated_launches", {draw_size(33), 8, 4}));
}
GRADED(fast, "rung 1: repeated_launches: ceil(log_sx n) launches", 2) {
    const Split split = drawn_split("repeated_launches");
    expect_used(counts_of("repeated_launches", split).launch_count() > 1,
                "one launch does all: this rung is about partial sums that a further launch adds "
                "up");
    check_later_launch_adds(split);
    check_rows_shared("repeated_launches");
    check_launches("repeated_launches", launches_allowed);
}
GRADED(fast, "rung 1: repeated_launches: work", 4) {
    check_drawn_work("repeated_launches");
}
GRADED(fast, "rung 1: repeated_launches: a tile's row is added up as a tree", 2) {
    const Split split = drawn_split("repeated_launches");
    check_tree("repeated_launches", split, split.parts() + 1);
}
GRADED(fast, "rung 1: repeated_launches: neighbouring lanes, neighbouring columns", 1) {
    check_traffic("repeated_launches");
}
TIMED("rung 1: repeated_launches: time on the device", 1) {
    check_time("repeated_launches", {4096, 32, 8});
}
GRADED(predict, "rung 1: repeated_launches: launches, blocks, barriers, sectors", 3) {
    expect_predicted_of("repeated_launches", [](const Answer& answer) -> Counts {
        return {{"launches", answer.launch_count()},
                {"blocks", blocks_of(answer)},
                {"barriers", counted(answer, "barriers")},
                {"load_sectors", counted(answer, "global_load_sectors")}};
    });
}

GRADED(correct, "rung 2: shared_atomics: integers, every n and block", 6) {
    check_integers("shared_atomics", fewer_splits);
    check_integers("shared_atomics", {matvec::draw_split(130)});
    check_integers("shared_atomics", drawn_splits("shared_atomics"));
}
GRADED(correct, "rung 2: shared_atomics: reals, rounding bound", 3) {
    check_rounding("shared_atomics");
}
GRADED(correct, "rung 2: shared_atomics: zeros, infinities and NaNs", 2) {
    check_special_values("shared_atomics");
}
GRADED(correct, "rung 2: shared_atomics: refuses sizes it cannot work with", 1) {
    check_refusals("shared_atomics");
}
GRADED(safe, "rung 2: shared_atomics: nothing is found", 6) {
    expect_no_findings("shared_atomics");
}
GRADED(safe, "rung 2: shared_atomics: reports each call that fails", 1) {
    expect_failures_handled(integers_call("shared_atomics", {draw_size(33), 8, 4}));
}
GRADED(fast, "rung 2: shared_atomics: an atomic addition a block and row", 2) {
    check_atomics(
        "shared_atomics", [](const Split& split) { return static_cast<std::uint64_t>(split.n); },
        [](const Split& split) { return split.partial_sums(); });
    check_rows_shared("shared_atomics");
}
GRADED(fast, "rung 2: shared_atomics: a tile's row is added up as a tree", 1) {
    const Split split = drawn_split("shared_atomics");
    check_tree("shared_atomics", split, split.parts());
}
GRADED(fast, "rung 2: shared_atomics: work, in one launch", 3) {
    check_drawn_work("shared_atomics");
    check_launches("shared_atomics", [](const Split&) { return 2; });  // one may set y to b
}
GRADED(fast, "rung 2: shared_atomics: neighbouring lanes, neighbouring columns", 1) {
    check_traffic("shared_atomics");
}
TIMED("rung 2: shared_atomics: time on the device", 1) {
    check_time("shared_atomics", {8192, 128, 8});
}
GRADED(predict, "rung 2: shared_atomics: atomic operations", 1) {
    expect_predicted_of("shared_atomics", [](const Answer& answer) -> Counts {
        return {{"atomic_operations", counted(answer, "atomic_operations")}};
    });
}

GRADED(correct, "rung 3: atomics_only: integers, every n and block", 4) {
    check_integers("atomics_only", fewer_splits);
    check_integers("atomics_only", {matvec::draw_split(130)});
    check_integers("atomics_only", drawn_splits("atomics_only"));
}
GRADED(correct, "rung 3: atomics_only: reals, rounding bound", 2) {
    check_rounding("atomics_only");
}
GRADED(correct, "rung 3: atomics_only: zeros, infinities and NaNs", 1) {
    check_special_values("atomics_only");
}
GRADED(correct, "rung 3: atomics_only: refuses sizes it cannot work with", 1) {
    check_refusals("atomics_only");
}
GRADED(safe, "rung 3: atomics_only: nothing is found", 3) {
    expect_no_findings("atomics_only");
}
GRADED(safe, "rung 3: atomics_only: reports each call that fails", 1) {
    expect_failures_handled(integers_call("atomics_only", {draw_size(33), 8, 4}));
}
GRADED(fast, "rung 3: atomics_only: no barrier, at most n * n atomic additions", 2) {
    check_atomics(
        "atomics_only", [](const Split& split) { return split.partial_sums(); },
        [](const Split& split) { return static_cast<std::uint64_t>(split.n) * split.n; });
    expect(counted(counts_of("atomics_only", drawn_split("atomics_only")), "barriers") == 0,
           "atomics_only waits at barriers: here the atomic additions do all of the combining");
    check_loads("atomics_only");
    check_rows_shared("atomics_only");
}
GRADED(fast, "rung 3: atomics_only: work, in one launch", 2) {
    check_drawn_work("atomics_only");
    check_launches("atomics_only", [](const Split&) { return 2; });  // one may set y to b
}
TIMED("rung 3: atomics_only: time on the device", 1) {
    check_time("atomics_only", {2048, 32, 8});
}
GRADED(predict, "rung 3: atomics_only: atomic operations and their sectors", 2) {
    expect_predicted_of("atomics_only", [](const Answer& answer) -> Counts {
        return {{"atomic_operations", counted(answer, "atomic_operations")},
                {"atomic_sectors", atomic_sectors(answer)}};
    });
}

GRADED(correct, "hunt: one_buffer: right in every thread order", 6) {
    check_integers("one_buffer", hunting_grounds);
}
GRADED(safe, "hunt: one_buffer: nothing is found", 7) {
    expect_no_findings("one_buffer");
}
GRADED(fast, "hunt: one_buffer: work", 1) {  // for powers of sx only
    const Split split{256, 16, 1 << draw_size(4, "one_buffer sy") % 4};
    demonstrate(counts_of("one_buffer", split));
    check_work("one_buffer", split);
    expect_repaired(counts_of("one_buffer", split), "one_buffer_kernel", 2);
    check_every_launch({64, 4, split.sy});
}

}  // namespace atomics
