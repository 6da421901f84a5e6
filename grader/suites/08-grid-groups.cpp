// The graded cases of lab 08: one launch with a barrier of the grid, and one in which the last
// block completes the sums. Both on the default device, the first one also on `mini`, where far
// fewer blocks fit. docs/labs/08-grid-groups.md derives the counts used in the bounds.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "suite/failing.hpp"
#include "suite/matvec_timing.hpp"
#include "suite/work.hpp"
#include "suites/08-grid-groups/checks.hpp"

namespace grid_groups {

LAB_SUITE("08-grid-groups");

namespace {

using grader::score::Kernel;
using grader::score::volume;

/// n = 1; n below, at and above sx and sy; primes. Blocks from the narrowest to the widest.
const std::vector<Split> splits = {
    {1, 2, 1},   {1, 32, 32}, {2, 2, 1},   {3, 2, 2},   {4, 4, 1},   {5, 4, 8},   {7, 8, 2},
    {9, 8, 4},   {16, 2, 16}, {17, 16, 4}, {31, 32, 8}, {33, 32, 4}, {37, 2, 1},  {32, 4, 8},
    {65, 64, 4}, {9, 4, 256}, {5, 2, 512}, {67, 32, 1}, {37, 16, 8}, {4, 1024, 1}};
const std::vector<Split> few_splits = {{3, 2, 2}, {33, 2, 1}, {5, 512, 2}, {67, 16, 4}};
/// Given grids: with fewer blocks than tasks, so that each takes several, and with more.
const std::vector<Split> given_grids = {{5, 2, 2, 1},  {17, 4, 4, 2},   {33, 8, 4, 3},
                                        {33, 8, 4, 7}, {64, 32, 2, 40}, {33, 16, 2, 60}};
const Split odd_split{37, 8, 4};
// The sizes in predict.toml, and others for which its formulas must hold.
const Split example{96, 32, 4};
Split drawn_example() {
    return {32 * draw_size(4, "predicted rows"), 32, 4};
}

void check_integers(const std::string& function, const std::vector<Split>& splits) {
    for (const Split& split : splits)
        matvec::check_integers(subject(function, split), std::vector{split.shape()});
}

void check_rounding(const std::string& function) {
    for (const Split& split : few_splits)
        matvec::check_rounding(subject(function, split), std::vector{split.shape()});
}

void check_special_values(const std::string& function) {
    matvec::check_special_values(subject(function, odd_split), odd_split.shape());
}

const Answer& counts_of(const std::string& function, const Split& split) {
    return matvec::counts_of(subject(function, split), split.shape());
}

void expect_predicted_of(const std::string& function,
                         const std::function<Counts(const Answer&, const Split&)>& counts) {
    const auto counts_at = [&](const Split& split) -> CountsAt {
        return {counts(counts_of(function, split), split), {{"n", split.n}}};
    };
    expect_predicted(function, counts_at(example), {counts_at(drawn_example())});
}

const Kernel& only_launch(const std::string& function, const Split& split, const Answer& answer) {
    expect_launched(answer);
    expect(answer.launch_count() == 1, fmt::format("{} {} makes {} launches; one is enough",
                                                   function, split.words(), answer.launch_count()));
    return answer.launches().front();
}

// ---- What the work costs.

/// A warp is 32 neighbouring columns of a row, and rows begin with a sector. A row has several
/// parts.
Split drawn_split(const std::string& function) {
    return {draw_work_size(192, function + " n", 8), 32, 8};
}

/// With blocks of 128 to 512 threads, drawn for the first n. Those of the second one are different
/// in both directions, so that no kernel is quick for one shape of a block only.
std::array<Split, 2> with_drawn_blocks(const std::string& function, std::array<int, 2> n) {
    const int x = draw_below(2, function + " block x"), y = draw_below(2, function + " block y");
    return {Split{n[0], 32 << x, 4 << y}, Split{n[1], 64 >> x, 8 >> y}};
}

/// Narrower or wider than the others.
Split with_unusual_blocks(const std::string& function) {
    const int sx = draw_below(2, function + " unusual x") == 0 ? 16 : 128;
    return {draw_work_size(240, function + " unusual n"), sx, 256 / sx};
}

void check_work(const std::string& function) {
    const Split split = drawn_split(function);
    const auto [odd, even] =
        with_drawn_blocks(function, {2 * draw_work_size(96, function + " odd n") + 1,
                                     8 * draw_work_size(24, function + " even n") + 2});
    demonstrate(counts_of(function, split));
    for (const Split& each : {split, odd, even, with_unusual_blocks(function)}) {
        const Answer& answer = counts_of(function, each);
        grade_work(answer, limit_of(function), function + " " + each.words());
        only_launch(function, each, answer);
    }
}

/// In the smallest call and in the drawn one.
void check_atomics(const std::string& function, auto allowed, const char* why) {
    for (const Split split : {Split{1, 2, 2}, drawn_split(function)}) {
        const Answer& answer = counts_of(function, split);
        const auto operations = counted(answer, "atomic_operations");
        only_launch(function, split, answer);
        expect(operations <= allowed(split),
               fmt::format("{} {} makes {} atomic operations; {} are enough: {}", function,
                           split.words(), operations, allowed(split), why),
               about_atomics);
    }
}

/// If several blocks compute the same final sums: the explanation; otherwise empty. A block that
/// stores its rows' sums, one sector for each row, stores n of them together with all others.
std::string stored_again(const Answer& answer, const Split& split) {
    const auto bytes = sizeof(float) * static_cast<std::uint64_t>(split.n);
    const auto stored = traffic(answer, bytes, "store").sectors;
    if (stored <= 2 * static_cast<std::uint64_t>(split.n)) return {};
    return fmt::format(
        ": {} of them store the {} elements of y again and again. Does every block make the final "
        "sum of every row? One thread of the grid is enough for each",
        stored, split.n);
}

/// All kinds of accesses together. A warp is 32 neighbouring columns of a row: 4 sectors of A and 4
/// of x. There are at most as many partial sums as tiles and rows; each may cost a sector when it
/// is stored and when it is loaded. Then y and b.
void check_traffic(const std::string& function) {
    const Split split = drawn_split(function);
    const double n = split.n, bound = n * n / 4 + 2 * n * split.parts() + 2 * n;
    const Answer& answer = counts_of(function, split);
    const auto sectors = static_cast<double>(all_sectors(answer));
    const std::string again = stored_again(answer, split);
    expect_saved(
        sectors, bound,
        fmt::format("{} {} asks for {:.0f} sectors; {:.0f} are enough{}", function, split.words(),
                    sectors, bound,
                    again.empty() ? " where neighbouring lanes have neighbouring columns" : again),
        about_accesses);
}

/// At least two sums for each row, from different blocks, through global memory.
void check_parts(const std::string& function) {
    const Split split = drawn_split(function);
    const Answer& answer = counts_of(function, split);
    const std::uint64_t bytes = sizeof(float) * split.partial_sums();
    const double least = 2.0 * split.n / floats_per_sector;
    for (const char* op : {"store", "load"}) {
        const auto sectors = static_cast<double>(traffic(answer, bytes, op).sectors);
        expect_no_less(sectors, least,
                       fmt::format("{} {} asks for {:.0f} sectors of partial by {}s; two parts of "
                                   "each row take {:.0f}: split rows over several blocks",
                                   function, split.words(), sectors, op, least));
    }
    expect_rows_shared(answer, split.n, function + " " + split.words());
    expect_blocks_ordered(answer, split.n, function + " " + split.words());
}

void check_time(const std::string& function) {
    matvec::check_time(subject(function, {4096, 32, 8}), {4096, 4096});
}

/// A function may query residency only once. So the call is made on a device that was not queried
/// before, and on the usual one, where the launch comes first.
void check_failures_handled(const std::string& function) {
    CheckedCall checked = integers_call(function, {draw_size(33), 8, 4});
    expect_failures_handled(checked);
    checked.call.on_device("p100");
    expect_failures_handled(checked);
}

std::uint64_t resident_blocks(const Split& split) {
    return static_cast<std::uint64_t>(resident_on_h100 / (split.sx * split.sy));
}

/// Into how many parts a row is split. A block need not have sy rows: if as many parts as there are
/// blocks for each sy rows would leave out some of a row, what one block loads of it tells.
std::uint64_t parts_of(const Answer& answer, std::uint64_t blocks, const Split& split) {
    const auto n = static_cast<std::uint64_t>(split.n),
               groups = static_cast<std::uint64_t>(split.row_groups());
    const std::uint64_t most = counted(answer, "most_bytes_of_a_row") / sizeof(float);
    if (most == 0 || (blocks % groups == 0 && blocks / groups * most >= n)) return blocks / groups;
    return (n + most - 1) / most;
}

}  // namespace

GRADED(correct, "rung 1: grid_groups: integers, every n and block", 14) {
    check_integers("grid_groups", splits);
    check_integers("grid_groups", {{draw_size(70), 8, 4}, matvec::draw_split(130)});
}
GRADED(correct, "rung 1: grid_groups: integers, every number of blocks", 6) {
    check_integers("grid_groups", given_grids);
    if (on_simulator())
        check_given_grids(
            {{draw_size(33), 8, 4, draw_size(5)}, {draw_size(33), 16, 4, draw_size(40)}});
}
GRADED(correct, "rung 1: grid_groups: reals, rounding bound", 5) {
    check_rounding("grid_groups");
}
GRADED(correct, "rung 1: grid_groups: zeros, infinities and NaNs", 3) {
    check_special_values("grid_groups");
}
GRADED(correct, "rung 1: grid_groups: what does not fit is refused", 5) {
    if (!on_simulator()) return;  // how many blocks fit depends on the device
    check_too_large();
    check_refusals("grid_groups");
}
GRADED(correct, "rung 1: grid_groups: the grid fits on a small device", 5) {
    if (!on_simulator()) return;
    check_mini();
}
GRADED(safe, "rung 1: grid_groups: nothing is found", 9) {
    expect_no_findings("grid_groups");
}
GRADED(safe, "rung 1: grid_groups: reports each call that fails", 1) {
    check_failures_handled("grid_groups");
}
GRADED(fast, "rung 1: grid_groups: work, in one launch", 5) {
    check_work("grid_groups");
}
GRADED(fast, "rung 1: grid_groups: grid.sync(), and no atomic operations", 2) {
    const Split split = drawn_split("grid_groups");
    const auto meetings = counted(counts_of("grid_groups", split), "grid_barriers");
    expect_used(meetings > 0, fmt::format("grid_groups {} never waits for all blocks: this rung is "
                                          "about grid.sync()",
                                          split.words()));
    expect(meetings == 1,
           fmt::format("grid_groups {} lets all blocks meet {} times; once is enough",
                       split.words(), meetings));
    check_atomics(
        "grid_groups", [](const Split&) { return std::uint64_t{0}; },
        "after a barrier of the grid plain additions do");
    check_parts("grid_groups");
}
GRADED(fast, "rung 1: grid_groups: neighbouring lanes, neighbouring columns", 3) {
    check_traffic("grid_groups");
}
TIMED("rung 1: grid_groups: time on the device", 1) {
    check_time("grid_groups");
}
GRADED(predict, "rung 1: grid_groups: residency, parts, blocks and sectors", 3) {
    expect_predicted_of("grid_groups", [](const Answer& answer, const Split& split) -> Counts {
        const auto blocks =
            static_cast<std::uint64_t>(volume(only_launch("grid_groups", split, answer).grid));
        return {{"resident", resident_blocks(split)},
                {"parts", parts_of(answer, blocks, split)},
                {"blocks", blocks},
                {"load_sectors", counted(answer, "global_load_sectors")}};
    });
}

GRADED(correct, "rung 2: last_block: integers, every n and block", 10) {
    check_integers("last_block", splits);
    check_integers("last_block", {{draw_size(70), 8, 4}, matvec::draw_split(130)});
}
GRADED(correct, "rung 2: last_block: reals, rounding bound", 4) {
    check_rounding("last_block");
}
GRADED(correct, "rung 2: last_block: zeros, infinities and NaNs", 2) {
    check_special_values("last_block");
}
GRADED(safe, "rung 2: last_block: nothing is found", 11) {
    expect_no_findings("last_block");
}
GRADED(safe, "rung 2: last_block: reports each call that fails", 1) {
    check_failures_handled("last_block");
}
GRADED(fast, "rung 2: last_block: work, in one launch", 4) {
    check_work("last_block");
}
GRADED(fast, "rung 2: last_block: one ticket a block", 3) {
    const Split split = drawn_split("last_block");
    expect_used(counted(counts_of("last_block", split), "atomic_operations") > 0,
                "no block takes a ticket: this rung is about the last one to do so");
    check_atomics(
        "last_block",
        [](const Split& asked) {  // one more for each group may set its ticket back
            return static_cast<std::uint64_t>(asked.row_groups()) *
                   static_cast<std::uint64_t>(asked.parts() + 1);
        },
        "one thread of a block takes the ticket for all");
    check_parts("last_block");
}
GRADED(fast, "rung 2: last_block: neighbouring lanes, neighbouring columns", 2) {
    check_traffic("last_block");
}
TIMED("rung 2: last_block: time on the device", 1) {
    check_time("last_block");
}
GRADED(predict, "rung 2: last_block: blocks and atomic operations", 2) {
    expect_predicted_of("last_block", [](const Answer& answer, const Split& split) -> Counts {
        return {{"blocks",
                 static_cast<std::uint64_t>(volume(only_launch("last_block", split, answer).grid))},
                {"atomic_operations", counted(answer, "atomic_operations")}};
    });
}

}  // namespace grid_groups
